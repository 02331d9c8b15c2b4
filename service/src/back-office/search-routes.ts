import { Type } from '@fastify/type-provider-typebox'
import type { Db } from '../db/db.ts'
import { MerchantFilter } from '../http/fields.ts'
import type { App } from '../http/routes.ts'
import { Line, Named, problemResponses, Strict } from '../http/schemas.ts'
import { SearchHitSchema } from './schemas.ts'
import { search } from './search.sql.ts'

const whatToSearch = 'An id, an order reference, a merchant’s name, or a trace id'

export function searchRoutes(app: App, { db }: { db: Db }): void {
  app.get(
    '/search',
    {
      tags: ['Overview'],
      operationId: 'search',
      summary: 'Search',
      description:
        'Finds a payment, event, delivery or merchant by its id, a payment by its order reference or its id at the processor, a merchant by its account or part of its name. By a `traceId`: what that call asked of the processor and the payment it was about, the event that a webhook brought, or an operator’s action.',
      querystring: Strict({
        q: Line(500, { minLength: 1, description: whatToSearch }),
        merchantId: Type.Optional(MerchantFilter),
      }),
      response: {
        200: Named('SearchHits', 'Everything that matches the search.', {
          data: Type.Array(SearchHitSchema, { description: 'The items of this page' }),
        }),
        ...problemResponses('not_found'),
      },
    },
    async request => {
      const { q, merchantId = null } = request.query
      return { data: await search(db, q.trim(), merchantId) }
    },
  )
}
