import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import type { Db } from '../db/db.ts'
import { Line, Nullable, problemResponses, strict } from '../http/schemas.ts'
import { search } from './search.sql.ts'

export const SearchHitSchema = Type.Object({
  kind: Type.String({ enum: ['payment', 'event', 'delivery', 'merchant', 'action'] }),
  id: Type.String(),
  merchantId: Nullable(Type.String()),
  summary: Type.String(),
})

export function searchRoutes({ db }: { db: Db }): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(
      '/search',
      {
        schema: {
          tags: ['Operators’ view'],
          operationId: 'search',
          summary: 'Find what a text names',
          description:
            'The id of a payment, event, delivery, merchant or account, a processor’s payment id, an order reference, a part of a merchant’s name, or the traceId of an operator action.',
          querystring: Type.Object({ q: Line(500, { minLength: 1 }) }, strict),
          response: {
            200: Type.Object({ data: Type.Array(SearchHitSchema) }),
            ...problemResponses('invalid_request'),
          },
        },
      },
      async request => ({ data: await search(db, request.query.q.trim()) }),
    )
  }
}
