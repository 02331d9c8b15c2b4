import type { Db } from '../db/db.ts'

export interface Stats {
  from: Date
  to: Date
  /** Per day and currency. */
  volume: {
    day: string
    currency: string
    payments: number
    capturedCents: number
    refundedCents: number
    feeCents: number
  }[]
  payments: {
    created: number
    succeeded: number
    canceled: number
    failed: number
    successRate: number | null
  }
  deliveries: { pending: number; dead: number; oldestPendingAt: Date | null }
  deliveriesPerDay: { day: string; delivered: number; dead: number; pending: number }[]
}

/** What an overview draws, from the ledger and the deliveries of a period. */
export async function statsOf(
  db: Db,
  { from, to, merchantId }: { from: Date; to: Date; merchantId: string | null },
): Promise<Stats> {
  const own = merchantId === null ? db`` : db`and merchant_id = ${merchantId}`
  const [volume, [payments], [deliveries], deliveriesPerDay] = await Promise.all([
    db<Stats['volume']>`
      select to_char(posted_at at time zone 'utc', 'YYYY-MM-DD') as day, currency,
        count(*) filter (where kind = 'capture')::int as payments,
        coalesce(-sum(customer_cents) filter (where kind = 'capture'), 0)::float8 as captured_cents,
        coalesce(sum(customer_cents) filter (where kind in ('refund', 'refund_failed')), 0)::float8 as refunded_cents,
        sum(platform_fees_cents)::float8 as fee_cents
      from ledger_entries where posted_at >= ${from} and posted_at < ${to} ${own}
      group by 1, 2 order by 1, 2`,
    db<Omit<Stats['payments'], 'successRate'>[]>`
      select count(*)::int as created,
        count(*) filter (where status in ('succeeded', 'partially_refunded', 'refunded'))::int as succeeded,
        count(*) filter (where status = 'canceled')::int as canceled,
        count(*) filter (where status = 'requires_payment_method' and failure_code is not null)::int as failed
      from payments where created_at >= ${from} and created_at < ${to} ${own}`,
    db<Stats['deliveries'][]>`
      select (select count(*) from delivery_queue where true ${own})::int as pending,
        (select count(*) from deliveries where state = 'dead' ${own})::int as dead,
        (select min(created_at) from deliveries where state = 'pending' ${own}) as oldest_pending_at`,
    db<Stats['deliveriesPerDay']>`
      select to_char(created_at at time zone 'utc', 'YYYY-MM-DD') as day,
        count(*) filter (where state = 'delivered')::int as delivered,
        count(*) filter (where state = 'dead')::int as dead,
        count(*) filter (where state = 'pending')::int as pending
      from deliveries where created_at >= ${from} and created_at < ${to} ${own}
      group by 1 order by 1`,
  ])
  const counted = payments ?? { created: 0, succeeded: 0, canceled: 0, failed: 0 }
  const decided = counted.succeeded + counted.failed
  return {
    from,
    to,
    volume,
    payments: { ...counted, successRate: decided === 0 ? null : counted.succeeded / decided },
    deliveries: deliveries ?? { pending: 0, dead: 0, oldestPendingAt: null },
    deliveriesPerDay,
  }
}
