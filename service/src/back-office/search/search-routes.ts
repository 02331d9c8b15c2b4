import { Type } from '@fastify/type-provider-typebox'
import type { Db } from '../../db/db.ts'
import { MerchantFilter } from '../../http/fields.ts'
import type { App } from '../../http/routes.ts'
import { Line, Named, problemResponses, Strict } from '../../http/schemas.ts'
import type { Processor } from '../../processors/port.ts'
import { countCharged } from '../payments/all-payments.sql.ts'
import { SearchHitSchema } from '../schemas.ts'
import { searchNamed, searchStored } from './search.sql.ts'
import { enough, type SearchHit } from './search-hits.sql.ts'

interface SearchDeps {
  db: Db
  processors: ReadonlyMap<string, Pick<Processor, 'findCharged'>>
}

const whatToSearch = 'An id, an order reference, a merchant’s name, or a trace id'

export function searchRoutes(app: App, deps: SearchDeps): void {
  app.get('/search', {
    operationId: 'search',
    summary: 'Search',
    description:
      'Finds a payment, event, delivery, merchant, API key or operator by its id or the beginning of it. The id of an API key is `key_` followed by the part of the key between `svc_live_` and the secret; an operator’s id is `opr_` followed by the same part of the token. Also finds an API key by its last four characters. Never search for the secret itself. Finds a payment by its order reference, or by the number at the end of the reference if the newest payments have references of that form. Also finds a payment by its id or the id of a refund or dispute (ours or the processor’s), and by the id of its latest charge or of the fee on that charge. Finds a merchant by its account or part of its name. A `traceId` finds the operation and payment of a call, the event of a webhook, or an operator’s action. The beginning of a charge’s, a fee’s or a trace’s id must have at least 8 characters. If the complete id of a charge or fee is not stored here, the service asks the processor. Most fees can be found by the beginning of their id only after the daily comparison has read them.',
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

async function search(deps: SearchDeps, text: string, merchantId: string | null) {
  const hits = await find(deps, text, merchantId)
  const isCharged = ({ orderRef, chargedForOrder }: SearchHit) => orderRef !== null && chargedForOrder === 1
  const countOf = await countCharged(deps.db, hits.filter(isCharged))
  return hits.map(hit => (isCharged(hit) ? { ...hit, chargedForOrder: countOf(hit) } : hit))
}

/** Searches the database first. Not all charges and fees are stored, so if nothing is found, the processors are asked. */
async function find({ db, processors }: SearchDeps, text: string, merchantId: string | null) {
  const stored = await searchStored(db, text, merchantId)
  if (stored.length > 0 || !/^[a-z]{2,5}_\w{8,100}$/.test(text)) return stored
  const asked = [...processors].map(async ([processor, { findCharged }]) => {
    const found = await findCharged?.(text)
    const charged = found?.kind === 'done' ? found.value : null
    if (!charged) return []
    return await searchNamed(db, { text: charged.processorPaymentId, merchantId, processors: [processor] })
  })
  return (await Promise.all(asked)).flat()
}

/** Each kind is searched for only until there are enough. */
function mayHaveMore(hits: readonly SearchHit[]): boolean {
  const counts = new Map<SearchHit['kind'], number>()
  for (const { kind } of hits) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return Math.max(0, ...counts.values()) >= enough
}
