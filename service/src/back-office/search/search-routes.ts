import { Type } from '@fastify/type-provider-typebox'
import { MerchantFilter } from '../../http/fields.ts'
import type { App } from '../../http/routes.ts'
import { Line, Named, problemResponses, Strict } from '../../http/schemas.ts'
import { SearchHitSchema } from '../schemas.ts'
import { mayHaveMore, type SearchDeps, search } from './search.ts'

const whatToSearch = 'An id, an order reference, a merchant’s name, or a trace id'

export function searchRoutes(app: App, deps: SearchDeps): void {
  app.get('/search', {
    operationId: 'search',
    summary: 'Search',
    description:
      'Finds a payment, event, delivery, merchant, API key or operator by its id or the beginning of it. The id of an API key is `key_` and the part of the key between `svc_live_` and the secret; that of an operator is `opr_` and the same part of the token. Never search for the secret itself. Finds a payment by its order reference, by the number at the end of it if the newest payments have references of that form, by its own id or that of a refund or dispute, ours or the processor’s, and by the id of its latest charge or of the fee on it. Finds a merchant by its account or part of its name. A `traceId` finds the operation and payment of a call, the event of a webhook, or an operator’s action. The beginning of a charge’s, a fee’s or a trace’s id must have at least 8 characters. If the whole id of a charge or fee is not found here, the processor is asked. Most fees can be found by the beginning of their id only after the daily comparison has read them.',
    querystring: Strict({
      q: Line(500, { minLength: 1, description: whatToSearch }),
      merchantId: Type.Optional(MerchantFilter),
    }),
    response: {
      200: Named('SearchHits', 'The matches.', {
        data: Type.Array(SearchHitSchema, { description: 'The objects found' }),
        hasMore: Type.Boolean({
          description: 'True if there may be more: at most 20 of each kind are listed',
          examples: [false],
        }),
      }),
      ...problemResponses('not_found'),
    },
    handler: async request => {
      const { q, merchantId = null } = request.query
      const data = await search(deps, q.trim(), merchantId)
      return { data, hasMore: mayHaveMore(data) }
    },
  })
}
