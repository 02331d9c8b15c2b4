import type { Db } from '../db/db.ts'
import type { AccountSnapshot } from '../processors/port.ts'

/** Nobody needs to know how many more there are. */
const countAtMost = 10_000
const listAtMost = 20

export interface AttentionFilter {
  merchantId: string | null
  now: Date
}

const own = (db: Db, { merchantId }: AttentionFilter) =>
  merchantId === null ? db`` : db`and merchant_id = ${merchantId}`

export interface AttentionCounts {
  pending: number
  deadLetters: number
  openOperations: number
  unreadEvents: number
}

export async function attentionCounts(
  db: Db,
  filter: AttentionFilter & { unreadSince: Date },
): Promise<AttentionCounts> {
  const mine = own(db, filter)
  const [row] = await db<AttentionCounts[]>`
    select
      (select count(*) from (select 1 from delivery_queue where true ${mine} limit ${countAtMost}) w)::int as pending,
      (select count(*) from (select 1 from deliveries where state = 'dead' ${mine} limit ${countAtMost}) d)::int
        as dead_letters,
      (select count(*) from (select 1 from open_operations where lease_until < ${filter.now} ${mine}
        limit ${countAtMost}) o)::int as open_operations,
      (select count(*) from (select 1 from events where outcome = 'unread' and received_at >= ${filter.unreadSince}
        ${mine} limit ${countAtMost}) e)::int as unread_events`
  return row ?? { pending: 0, deadLetters: 0, openOperations: 0, unreadEvents: 0 }
}

export interface FailingEndpoint {
  merchantId: string
  name: string
  /** Since when its oldest callback waits. */
  since: Date | null
  waiting: number
}

/** Endpoints that are probed, because they failed many times in a row. */
export async function failingEndpoints(db: Db, filter: AttentionFilter): Promise<FailingEndpoint[]> {
  return await db<FailingEndpoint[]>`
    select e.merchant_id, m.name, w.since, w.waiting::int
    from callback_endpoints e join merchants m using (merchant_id)
      cross join lateral (select min(queued_at) as since, count(*) as waiting
        from (select queued_at from delivery_queue q where q.merchant_id = e.merchant_id
          order by queued_at limit 1000) oldest) w
    where e.paused_until is not null ${filter.merchantId === null ? db`` : db`and e.merchant_id = ${filter.merchantId}`}
    order by w.since nulls last
    limit ${listAtMost}`
}

/** Those that cannot do everything; why, is for the account to say. */
export async function hinderedAccounts(
  db: Db,
  processor: string,
  filter: AttentionFilter,
): Promise<(AccountSnapshot & { merchantId: string; name: string })[]> {
  return await db<(AccountSnapshot & { merchantId: string; name: string })[]>`
    select a.merchant_id, m.name, a.account_id, a.charges_enabled, a.payouts_enabled, a.details_submitted,
      a.disabled_reason, a.past_due, a.currently_due
    from processor_accounts a join merchants m using (merchant_id)
    where a.processor = ${processor} and (a.disabled_reason is not null or a.past_due)
      ${filter.merchantId === null ? db`` : db`and a.merchant_id = ${filter.merchantId}`}
    order by a.updated_at desc
    limit ${5 * listAtMost}`
}

export interface OpenDispute {
  svcPaymentId: string
  merchantId: string
  amountCents: number
  currency: string
  dueBy: Date | null
}

export async function openDisputes(db: Db, filter: AttentionFilter): Promise<OpenDispute[]> {
  return await db<OpenDispute[]>`
    select d.payment_id as svc_payment_id, d.merchant_id, d.amount_cents, p.currency, d.due_by
    from (select * from disputes where state in ('warning', 'open') ${own(db, filter)}
      order by created_at limit ${listAtMost}) d
      join payments p on p.merchant_id = d.merchant_id and p.payment_id = d.payment_id
    order by d.created_at`
}
