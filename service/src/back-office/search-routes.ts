import { Type } from '@fastify/type-provider-typebox'
import type { Db } from '../db/db.ts'
import type { Routes } from '../http/routes.ts'
import { Line, Nullable, problemResponses, strict } from '../http/schemas.ts'
import { search } from './search.sql.ts'

export const SearchHitSchema = Type.Object(
  {
    kind: Type.String({
      enum: ['payment', 'event', 'delivery', 'merchant', 'operation', 'action'],
      description: 'What it is',
    }),
    id: Type.String({ description: 'Its id', examples: ['svcpay_01jd3k5v8xemw9g6t2q4r7y0zb'] }),
    merchantId: Nullable(Type.String({ description: 'Whose it is; null if it is no merchant’s' })),
    summary: Type.String({
      description: 'What to recognise it by',
      examples: ['4999 usd, succeeded, order-1001'],
    }),
  },
  { title: 'SearchHit', description: 'Something that matches the search.' },
)

export function searchRoutes({ db }: { db: Db }): Routes {
  return app => {
    app.get(
      '/search',
      {
        schema: {
          tags: ['Overview'],
          operationId: 'search',
          summary: 'Search',
          description:
            'Finds a payment, event, delivery or merchant by its id, a payment by its order reference or its id at the processor, a merchant by its account or part of its name. By a `traceId`: what that call asked of the processor and the payment it was about, the event that a webhook brought, or an operator’s action.',
          querystring: Type.Object({ q: Line(500, { minLength: 1 }) }, strict),
          response: {
            200: Type.Object(
              { data: Type.Array(SearchHitSchema) },
              { title: 'SearchHits', description: 'Everything that matches the search.' },
            ),
            ...problemResponses('invalid_request'),
          },
        },
      },
      async request => ({ data: await search(db, request.query.q.trim()) }),
    )
  }
}
