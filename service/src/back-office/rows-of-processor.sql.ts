import type { Db } from '../db/db.ts'
import { ofMerchant } from '../db/per-merchant.ts'
import { firstDeliveryIdAt } from '../ids.ts'
import { isDeclined } from '../payments/statuses.sql.ts'
import { latencyBoundsMs } from './latency.ts'

/**
 * Figures are kept for merchants, not for processors: those of one processor are counted from the rows. Longer periods
 * would take too long.
 */
export const longestDaysOfProcessor = 31

interface RowsAt {
  from: Date
  to: Date
  /** Null for all together. */
  merchantId: string | null
  processor: string
}

/** A row for each payment and each ledger entry, with the columns of `payment_figures`. */
export function paymentRowsAt(db: Db, { from, to, merchantId, processor }: RowsAt) {
  const mine = ofMerchant(db, 'p.merchant_id', merchantId)
  return db`(
    select p.currency, p.created_at as at, 1 as created,
      (p.status in ('succeeded', 'partially_refunded', 'refunded'))::int as succeeded,
      (${isDeclined(db, 'p')})::int as failed, (p.status = 'canceled')::int as canceled, 0 as entries, 0 as captures,
      0 as volume_cents, 0 as fees_cents, 0 as refunded_cents, 0 as disputed_cents
    from payments p
    where p.created_at >= ${from} and p.created_at < ${to} and p.processor = ${processor} ${mine}
    union all
    select e.currency, e.posted_at, 0, 0, 0, 0, 1, (e.kind = 'capture')::int,
      case when e.kind = 'capture' then -e.customer_cents else 0 end, e.platform_fees_cents,
      case when e.kind in ('refund', 'refund_failed') then e.customer_cents else 0 end,
      case when e.kind = 'dispute' then e.dispute_hold_cents else 0 end
    from ledger_entries e join payments p on p.merchant_id = e.merchant_id and p.payment_id = e.payment_id
    where e.posted_at >= ${from} and e.posted_at < ${to} and p.processor = ${processor} ${mine}) figures`
}

/** A row for each decline, callback and attempt, with the columns of `activity_figures`. */
export function activityRowsAt(db: Db, { from, to, merchantId, processor }: RowsAt) {
  const deliveries = db`
    deliveries d
    where d.delivery_id >= ${firstDeliveryIdAt(from)} and d.delivery_id < ${firstDeliveryIdAt(to)}
      and d.processor = ${processor} ${ofMerchant(db, 'd.merchant_id', merchantId)}`
  return db`(
    select 'decline' as kind, p.failure_code as name, p.created_at as at, 1 as count
    from payments p
    where p.created_at >= ${from} and p.created_at < ${to} and p.processor = ${processor} and ${isDeclined(db, 'p')}
      ${ofMerchant(db, 'p.merchant_id', merchantId)}
    union all
    select 'callback', one.name, d.created_at, one.count
    from (select * from ${deliveries}) d cross join lateral (
      values (d.state, 1), ('failed', d.attempts - (d.state = 'delivered')::int)) as one (name, count)
    where one.count > 0
    union all
    select 'latency', width_bucket(a.duration_ms, ${[...latencyBoundsMs]}::int[])::text, d.created_at, 1
    from (select * from ${deliveries}) d
      join delivery_attempts a on a.merchant_id = d.merchant_id and a.delivery_id = d.delivery_id
    where a.status is not null) figures`
}

/** Restricts rows with a delivery's id to the deliveries of a processor, if it is about one. */
export const ofProcessor = (db: Db, table: string, processor: string | null) =>
  processor === null
    ? db``
    : db`and exists (select from deliveries d where d.merchant_id = ${db(`${table}.merchant_id`)}
        and d.delivery_id = ${db(`${table}.delivery_id`)} and d.processor = ${processor})`
