import { type Db, type Fragment, type Queryable, recordset, type Tx, when } from '../../db/db.ts'
import { ofMerchant } from '../../db/per-merchant.ts'
import { firstDeliveryIdAt } from '../../ids.ts'
import { isDeclined } from '../../payments/newest.sql.ts'
import { type Quarter, quarterMs } from './due-quarters.sql.ts'
import { latencyBoundsMs } from './latency.ts'

/**
 * Figures are stored per merchant, not per processor, so those of one processor are counted from the rows. Counting a
 * longer period would take too long.
 */
export const longestDaysOfProcessor = 31

/** The rows to count. Each part ends with its conditions, so that more can be appended. */
interface CountedRows {
  payments: Fragment
  entries: Fragment
  deliveries: Fragment
  /** The time to count a row under. `column` holds the row's own time. */
  at(column: string): Fragment
}

export interface CountedPeriod {
  from: Date
  to: Date
  /** Null for all merchants together. */
  merchantId: string | null
  processor: string | null
}

export function rowsOfPeriod(db: Db, { from, to, merchantId, processor }: CountedPeriod): CountedRows {
  const own = (table: string) => db`
    ${ofMerchant(db, `${table}.merchant_id`, merchantId)}
    ${when(db, processor, name => db`and ${db(`${table}.processor`)} = ${name}`)}`
  const there = when(
    db,
    processor,
    name => db`
    join payments p on p.merchant_id = e.merchant_id and p.payment_id = e.payment_id and p.processor = ${name}`,
  )
  return {
    payments: db`payments p where p.created_at >= ${from} and p.created_at < ${to} ${own('p')}`,
    entries: db`
      ledger_entries e ${there}
      where e.posted_at >= ${from} and e.posted_at < ${to} ${ofMerchant(db, 'e.merchant_id', merchantId)}`,
    deliveries: db`
      deliveries d
      where d.delivery_id >= ${firstDeliveryIdAt(from)} and d.delivery_id < ${firstDeliveryIdAt(to)} ${own('d')}`,
    at: column => db`${db(column)}`,
  }
}

/** Every row is counted in its quarter of an hour. The ids of deliveries begin with their creation time. */
export function rowsOfQuarters(tx: Tx, quarters: Quarter[]): CountedRows {
  const listed = quarters.map(({ merchantId, at }) => {
    const end = new Date(at.getTime() + quarterMs)
    return {
      merchant_id: merchantId,
      at,
      end,
      first_id: firstDeliveryIdAt(at),
      end_id: firstDeliveryIdAt(end),
    }
  })
  const columns = tx`merchant_id text, at timestamptz, "end" timestamptz, first_id text, end_id text`
  const joined = (table: string) => tx`${recordset(tx, listed, columns)} as q join ${tx(table)}`
  return {
    payments: tx`
      ${joined('payments')} p
        on p.merchant_id = q.merchant_id and p.created_at >= q.at and p.created_at < q."end" where true`,
    entries: tx`
      ${joined('ledger_entries')} e
        on e.merchant_id = q.merchant_id and e.posted_at >= q.at and e.posted_at < q."end" where true`,
    deliveries: tx`
      ${joined('deliveries')} d
        on d.merchant_id = q.merchant_id and d.delivery_id >= q.first_id and d.delivery_id < q.end_id where true`,
    at: () => tx`q.at`,
  }
}

/** A row for each payment and each ledger entry. Each row has its merchant, so that a cluster can sum on its shards. */
const paymentRows = (db: Queryable, { payments, entries, at }: CountedRows) => db`(
  select p.merchant_id, p.currency, ${at('p.created_at')} as at, 1 as created,
    (p.status in ('succeeded', 'partially_refunded', 'refunded'))::int as succeeded,
    (${isDeclined(db, 'p')})::int as failed, (p.status = 'canceled')::int as canceled, 0 as entries, 0 as captures,
    0 as volume_cents, 0 as fees_cents, 0 as refunded_cents, 0 as disputed_cents
  from ${payments}
  union all
  select e.merchant_id, e.currency, ${at('e.posted_at')}, 0, 0, 0, 0, 1, (e.kind = 'capture')::int,
    case when e.kind = 'capture' then -e.customer_cents else 0 end, e.platform_fees_cents,
    case when e.kind in ('refund', 'refund_failed') then e.customer_cents else 0 end,
    case when e.kind = 'dispute' then e.dispute_hold_cents else 0 end
  from ${entries}) figures`

/** Rows for each decline, for each delivery (its state and its failed attempts), and for each attempt. */
const activityRows = (db: Queryable, { payments, deliveries, at }: CountedRows) => {
  const own = db`(select d.*, ${at('d.created_at')} as at from ${deliveries}) d`
  return db`(
    select p.merchant_id, 'decline' as kind, p.failure_code as name, ${at('p.created_at')} as at, 1 as count
    from ${payments} and ${isDeclined(db, 'p')}
    union all
    select d.merchant_id, 'callback', one.name, d.at, one.count
    from ${own}
      cross join lateral (values (d.state, 1), ('failed', d.attempts - (d.state = 'delivered')::int)) as one (name, count)
    where one.count > 0
    union all
    select d.merchant_id, 'latency', width_bucket(a.duration_ms, ${[...latencyBoundsMs]}::int[])::text, d.at, 1
    from ${own} join delivery_attempts a on a.merchant_id = d.merchant_id and a.delivery_id = d.delivery_id
    where a.status is not null) figures`
}

/** The tables of figures for each quarter of an hour; the daily tables have the same columns. */
export const figureTables = {
  payment: {
    name: 'payment_figures',
    keys: 'currency',
    counts:
      'created, succeeded, failed, canceled, entries, captures, volume_cents, fees_cents, refunded_cents, disputed_cents',
    rows: paymentRows,
  },
  activity: { name: 'activity_figures', keys: 'kind, name', counts: 'count', rows: activityRows },
}

/** Restricts rows with a delivery's id to the deliveries of a processor, if one is given. */
export const ofProcessor = (db: Db, table: string, processor: string | null) =>
  processor === null
    ? db``
    : db`and exists (select from deliveries d where d.merchant_id = ${db(`${table}.merchant_id`)}
        and d.delivery_id = ${db(`${table}.delivery_id`)} and d.processor = ${processor})`
