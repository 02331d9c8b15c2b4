import type { Db } from '../../db/db.ts'
import type { Processor } from '../../processors/port.ts'
import { countCharged } from '../payments/all-payments.sql.ts'
import { searchNamed, searchStored } from './search.sql.ts'
import { enough, type SearchHit } from './search-hits.sql.ts'

export interface SearchDeps {
  db: Db
  processors: ReadonlyMap<string, Pick<Processor, 'findCharged'>>
}

export async function search(deps: SearchDeps, text: string, merchantId: string | null) {
  const hits = await find(deps, text, merchantId)
  const isCharged = ({ orderRef, chargedForOrder }: SearchHit) => orderRef !== null && chargedForOrder === 1
  const countOf = await countCharged(deps.db, hits.filter(isCharged))
  return hits.map(hit => (isCharged(hit) ? { ...hit, chargedForOrder: countOf(hit) } : hit))
}

/** Looks here first. Not all charges and fees are stored, so the processors are asked for those not found. */
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
export function mayHaveMore(hits: readonly SearchHit[]): boolean {
  const counts = new Map<SearchHit['kind'], number>()
  for (const { kind } of hits) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return Math.max(0, ...counts.values()) >= enough
}
