import type { Db } from '../db/db.ts'
import { ofMerchant } from '../db/per-merchant.ts'
import { firstDeliveryIdAt } from '../ids.ts'
import { isDeclined } from '../payments/statuses.sql.ts'
import { ofProcessor } from './rows-of-processor.sql.ts'
import type { Stats } from './schemas.ts'

/** A period that is counted row by row, without figures. */
export interface Counted {
  from: Date
  to: Date
  merchantId: string | null
}

interface QueuedWhere {
  merchantId: string | null
  processor: string | null
}

export type PaymentCounts = Omit<Stats['payments'], 'successRate'>

export async function countVolume(db: Db, { from, to, merchantId }: Counted): Promise<Stats['volume']> {
  return await db<Stats['volume']>`
    select to_char(posted_at at time zone 'utc', 'YYYY-MM-DD') as day, currency,
      count(*) filter (where kind = 'capture')::int as payments,
      coalesce(-sum(customer_cents) filter (where kind = 'capture'), 0)::float8 as captured_cents,
      coalesce(sum(customer_cents) filter (where kind in ('refund', 'refund_failed')), 0)::float8 as refunded_cents,
      sum(platform_fees_cents)::float8 as fee_cents
    from ledger_entries
    where posted_at >= ${from} and posted_at < ${to} ${ofMerchant(db, 'merchant_id', merchantId)}
    group by 1, 2`
}

export async function countPayments(db: Db, { from, to, merchantId }: Counted): Promise<PaymentCounts[]> {
  return await db<PaymentCounts[]>`
    select count(*)::int as created,
      count(*) filter (where status in ('succeeded', 'partially_refunded', 'refunded'))::int as succeeded,
      count(*) filter (where status = 'canceled')::int as canceled,
      count(*) filter (where ${isDeclined(db, 'payments')})::int as failed
    from payments where created_at >= ${from} and created_at < ${to} ${ofMerchant(db, 'merchant_id', merchantId)}`
}

/** A delivery's id begins with its time. */
export async function countDeliveriesByDay(
  db: Db,
  { from, to, merchantId }: Counted,
): Promise<Stats['deliveriesPerDay']> {
  return await db<Stats['deliveriesPerDay']>`
    select to_char(created_at at time zone 'utc', 'YYYY-MM-DD') as day,
      count(*) filter (where state = 'delivered')::int as delivered,
      count(*) filter (where state = 'dead')::int as dead,
      count(*) filter (where state = 'pending')::int as pending
    from deliveries
    where delivery_id >= ${firstDeliveryIdAt(from)} and delivery_id < ${firstDeliveryIdAt(to)}
      ${ofMerchant(db, 'merchant_id', merchantId)}
    group by 1`
}

export async function deliveriesNow(
  db: Db,
  { merchantId, processor }: QueuedWhere,
): Promise<Stats['deliveries']> {
  const own = ofMerchant(db, 'merchant_id', merchantId)
  const there = processor === null ? db`` : db`and processor = ${processor}`
  const [[queued], [letters]] = await Promise.all([
    db<{ pending: number; oldestId: string | null }[]>`
      select count(*)::int as pending, min(delivery_id) as oldest_id from delivery_queue
      where true ${own} ${ofProcessor(db, 'delivery_queue', processor)}`,
    db<{ dead: number }[]>`select count(*)::int as dead from deliveries
      where dead_at is not null ${own} ${there}`,
  ])
  const [oldest] = await db<{ createdAt: Date }[]>`
    select created_at from deliveries where delivery_id = ${queued?.oldestId ?? null} ${own}`
  return {
    pending: queued?.pending ?? 0,
    dead: letters?.dead ?? 0,
    oldestPendingAt: oldest?.createdAt ?? null,
  }
}
