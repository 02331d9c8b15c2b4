import { type Db, type Queryable, when } from '../../db/db.ts'
import { ofMerchant } from '../../db/per-merchant.ts'
import { firstDeliveryIdAt } from '../../ids.ts'
import { isDeclined } from '../../payments/statuses.sql.ts'
import { latencyBoundsMs } from './latency.ts'

/**
 * Figures are stored per merchant, not per processor, so those of one processor are counted from the rows. Counting a
 * longer period would take too long.
 */
export const longestDaysOfProcessor = 31

interface CountedRows {
  from: Date
  to: Date
  /** Null for all merchants together. */
  merchantId: string | null
  processor: string | null
}

/** What a payment and a ledger entry add to the columns of `payment_figures`. */
export const countsOfPayment = (db: Queryable) => db`
  1 as created, (p.status in ('succeeded', 'partially_refunded', 'refunded'))::int as succeeded,
  (${isDeclined(db, 'p')})::int as failed, (p.status = 'canceled')::int as canceled, 0 as entries, 0 as captures,
  0 as volume_cents, 0 as fees_cents, 0 as refunded_cents, 0 as disputed_cents`
export const countsOfEntry = (db: Queryable) => db`
  0, 0, 0, 0, 1, (e.kind = 'capture')::int, case when e.kind = 'capture' then -e.customer_cents else 0 end,
  e.platform_fees_cents, case when e.kind in ('refund', 'refund_failed') then e.customer_cents else 0 end,
  case when e.kind = 'dispute' then e.dispute_hold_cents else 0 end`

/** What a delivery counts as: its state, and its failed attempts. */
export const countsOfDelivery = (db: Queryable) => db`
  lateral (values (d.state, 1), ('failed', d.attempts - (d.state = 'delivered')::int)) as one (name, count)`

/**
 * A row for each payment and each ledger entry, with the columns of `payment_figures`. Each part has the merchant, so
 * that a cluster can add up on its shards.
 */
export function paymentRowsAt(db: Db, { from, to, merchantId, processor }: CountedRows) {
  const there = when(
    db,
    processor,
    name => db`
    join payments p on p.merchant_id = e.merchant_id and p.payment_id = e.payment_id and p.processor = ${name}`,
  )
  return db`(
    select p.merchant_id, p.currency, p.created_at as at, ${countsOfPayment(db)}
    from payments p
    where p.created_at >= ${from} and p.created_at < ${to} ${madeAt(db, 'p', merchantId, processor)}
    union all
    select e.merchant_id, e.currency, e.posted_at, ${countsOfEntry(db)}
    from ledger_entries e ${there}
    where e.posted_at >= ${from} and e.posted_at < ${to} ${ofMerchant(db, 'e.merchant_id', merchantId)}) figures`
}

/** A row for each decline, callback and attempt, with the columns of `activity_figures`. */
export function activityRowsAt(db: Db, { from, to, merchantId, processor }: CountedRows) {
  const deliveries = db`
    deliveries d
    where d.delivery_id >= ${firstDeliveryIdAt(from)} and d.delivery_id < ${firstDeliveryIdAt(to)}
      ${madeAt(db, 'd', merchantId, processor)}`
  return db`(
    select p.merchant_id, 'decline' as kind, p.failure_code as name, p.created_at as at, 1 as count
    from payments p
    where p.created_at >= ${from} and p.created_at < ${to} and ${isDeclined(db, 'p')}
      ${madeAt(db, 'p', merchantId, processor)}
    union all
    select d.merchant_id, 'callback', one.name, d.created_at, one.count
    from (select * from ${deliveries}) d cross join ${countsOfDelivery(db)}
    where one.count > 0
    union all
    select d.merchant_id, 'latency', width_bucket(a.duration_ms, ${[...latencyBoundsMs]}::int[])::text, d.created_at, 1
    from (select * from ${deliveries}) d
      join delivery_attempts a on a.merchant_id = d.merchant_id and a.delivery_id = d.delivery_id
    where a.status is not null) figures`
}

const madeAt = (db: Db, table: string, merchantId: string | null, processor: string | null) => db`
  ${ofMerchant(db, `${table}.merchant_id`, merchantId)}
  ${when(db, processor, name => db`and ${db(`${table}.processor`)} = ${name}`)}`

/** Restricts rows with a delivery's id to the deliveries of a processor, if one is given. */
export const ofProcessor = (db: Db, table: string, processor: string | null) =>
  processor === null
    ? db``
    : db`and exists (select from deliveries d where d.merchant_id = ${db(`${table}.merchant_id`)}
        and d.delivery_id = ${db(`${table}.delivery_id`)} and d.processor = ${processor})`
