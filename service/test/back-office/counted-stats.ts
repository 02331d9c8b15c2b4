import type { Stats } from '../../src/back-office/schemas.ts'
import type { Db } from '../../src/db/db.ts'

interface CountedPeriod {
  from: Date
  to: Date
  merchantId?: string | null
  processor?: string | null
}

/** The stats of a period, counted row by row: slow with many payments, but obviously correct. */
export async function countStats(db: Db, { from, to, merchantId = null, processor = null }: CountedPeriod) {
  const mine = merchantId === null ? db`` : db`and merchant_id = ${merchantId}`
  const own = processor === null ? mine : db`${mine} and processor = ${processor}`
  const posted =
    processor === null
      ? mine
      : db`${mine} and payment_id in (select payment_id from payments
    where processor = ${processor})`
  const queued =
    processor === null
      ? mine
      : db`${mine} and delivery_id in (select delivery_id from deliveries
    where processor = ${processor})`
  const volume = await db`
    select to_char(posted_at at time zone 'utc', 'YYYY-MM-DD') as day, currency,
      count(*) filter (where kind = 'capture')::int as payments,
      coalesce(-sum(customer_cents) filter (where kind = 'capture'), 0)::float8 as captured_cents,
      coalesce(sum(customer_cents) filter (where kind in ('refund', 'refund_failed')), 0)::float8 as refunded_cents,
      sum(platform_fees_cents)::float8 as fee_cents
    from ledger_entries where posted_at >= ${from} and posted_at < ${to} ${posted}
    group by 1, 2 order by 1, 2`
  const [payments] = await db<Omit<Stats['payments'], 'successRate'>[]>`
    select count(*)::int as created,
      count(*) filter (where status in ('succeeded', 'partially_refunded', 'refunded'))::int as succeeded,
      count(*) filter (where status = 'canceled')::int as canceled,
      count(*) filter (where status = 'requires_payment_method' and failure_code is not null)::int as failed
    from payments where created_at >= ${from} and created_at < ${to} ${own}`
  const [deliveries] = await db`
    select (select count(*) from delivery_queue where true ${queued})::int as pending,
      (select count(*) from deliveries where state = 'dead' ${own})::int as dead,
      (select min(created_at) from deliveries where state = 'pending' ${own}) as oldest_pending_at`
  const deliveriesPerDay = await db`
    select to_char(created_at at time zone 'utc', 'YYYY-MM-DD') as day,
      count(*) filter (where state = 'delivered')::int as delivered,
      count(*) filter (where state = 'dead')::int as dead,
      count(*) filter (where state = 'pending')::int as pending
    from deliveries where created_at >= ${from} and created_at < ${to} ${own}
    group by 1 order by 1`
  const { succeeded = 0, failed = 0 } = payments ?? {}
  const successRate = succeeded + failed === 0 ? null : succeeded / (succeeded + failed)
  const stats = {
    from,
    to,
    volume,
    payments: { ...payments, successRate },
    deliveries,
    deliveriesPerDay,
  }
  return JSON.parse(JSON.stringify(stats))
}
