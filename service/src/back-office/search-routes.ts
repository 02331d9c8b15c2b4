import { Type } from '@fastify/type-provider-typebox'
import type { Db } from '../db/db.ts'
import { sample, Text } from '../http/fields.ts'
import type { Routes } from '../http/routes.ts'
import { Line, Nullable, problemResponses, strict } from '../http/schemas.ts'
import { search } from './search.sql.ts'

export const SearchHitSchema = Type.Object(
  {
    kind: Type.String({
      enum: ['payment', 'event', 'delivery', 'merchant', 'operation', 'action'],
      description: 'What it is',
    }),
    id: Text('Its id', sample.svcPaymentId),
    merchantId: Nullable(Text('Whose it is; null if it is no merchant’s', sample.merchantId)),
    summary: Text('What to recognise it by', '4999 usd, succeeded, order-1001'),
  },
  { title: 'SearchHit', description: 'Something that matches the search.' },
)

const whatToSearch = 'An id, an order reference, a merchant’s name, or a trace id'

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
          querystring: Type.Object({ q: Line(500, { minLength: 1, description: whatToSearch }) }, strict),
          response: {
            200: Type.Object(
              { data: Type.Array(SearchHitSchema, { description: 'The items of this page' }) },
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
