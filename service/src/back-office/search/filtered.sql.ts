import type { Db, Fragment, Tx } from '../../db/db.ts'
import { ofMerchant } from '../../db/per-merchant.ts'
import {
  type Asked,
  enough,
  type PaymentKey,
  paymentHits,
  type SearchHit,
  shownHits,
} from './search-hits.sql.ts'

/** The Bloom filters hold this many leading characters of an id, so they find only prefixes of at least this length. */
export const filteredLength = 8

type Matches = (tx: Tx, column: string) => Fragment

const isText =
  (text: string): Matches =>
  (tx, column) =>
    tx`${tx(column)} = ${text}`

const beginsWith =
  (text: string): Matches =>
  (tx, column) => {
    const length = tx.unsafe(String(filteredLength))
    return tx`left(${tx(column)}, ${length}) = ${text.slice(0, filteredLength)} and starts_with(${tx(column)}, ${text})`
  }

/** The planner estimates that a Bloom filter costs as much as the whole table, and would read the table instead. */
const withFilters = <Result>(db: Db, work: (tx: Tx) => Promise<Result>) =>
  db.begin(async tx => {
    await tx`set local enable_seqscan = off`
    return await work(tx)
  })

/** The operations with this trace id, their payments, and the events that share the trace. */
async function searchTraced(db: Db, merchantId: string | null, matches: Matches) {
  return await withFilters(db, async tx => {
    const show = shownHits(tx)
    const own = (table: string) => ofMerchant(tx, `${table}.merchant_id`, merchantId)
    const found = await Promise.all([
      tx<SearchHit[]>`
        select distinct ${show.payment}
        from operations o join payments p on p.merchant_id = o.merchant_id and p.payment_id = o.payment_id
        where ${matches(tx, 'o.trace_id')} ${own('o')} limit ${enough}`,
      tx<SearchHit[]>`
        select ${show.operation} from operations o
        where ${matches(tx, 'o.trace_id')} ${own('o')} order by o.operation_id desc limit ${enough}`,
      tx<SearchHit[]>`
        select ${show.event} from events e where ${matches(tx, 'e.trace_id')} ${own('e')}
        union
        select ${show.event}
        from operations o join events e on e.merchant_id = o.merchant_id and e.payment_id = o.payment_id
        where ${matches(tx, 'o.trace_id')} ${own('o')} and starts_with(e.traceparent, '00-' || o.trace_id || '-')
        limit ${enough}`,
    ])
    return found.flat()
  })
}

export const searchTrace = (db: Db, { text, merchantId }: Asked) => searchTraced(db, merchantId, isText(text))

export const searchBeginningOfTrace = (db: Db, { text, merchantId }: Asked) =>
  searchTraced(db, merchantId, beginsWith(text))

/** Finds payments by the beginning of the id of their charge, or of the fee on it. */
export async function searchCharged(db: Db, { text, merchantId }: Asked): Promise<SearchHit[]> {
  const begins = beginsWith(text)
  const keys = await withFilters(
    db,
    tx => tx<PaymentKey[]>`
      select p.merchant_id, p.payment_id from payments p
      where ((${begins(tx, 'p.processor_charge_id')}) or (${begins(tx, 'p.processor_fee_id')}))
        ${ofMerchant(tx, 'p.merchant_id', merchantId)}
      limit ${enough}`,
  )
  return await paymentHits(db, keys)
}
