import type { Db, Fragment } from '../../db/db.ts'
import { ofMerchant } from '../../db/per-merchant.ts'
import { activeProcessor, type OfferedProcessors } from '../../merchants/active-processor.sql.ts'
import { failingNow } from '../../merchants/failing-endpoints.sql.ts'
import { onboardingStatus, restriction } from '../../merchants/merchants.sql.ts'
import { inWords } from '../../merchants/onboarding-status.ts'
import { unansweredDisputes } from '../../payments/disputes.sql.ts'
import { ofProcessor } from '../figures/counted-rows.sql.ts'
import type { Attention } from './overview-schemas.ts'

/** Beyond this, the exact number does not matter. */
const countAtMost = 10_000
export const listAtMost = 20

interface AttentionFilter {
  merchantId: string | null
  now: Date
}

type AttentionCounts = { pending: number } & Pick<
  Attention,
  'deadLetters' | 'openOperations' | 'unreadEvents' | 'restoredPayments'
>

export async function attentionCounts(
  db: Db,
  /** `processor` restricts only pending callbacks; everything else covers all processors. */
  filter: AttentionFilter & { since: Date; processor: string | null },
): Promise<AttentionCounts> {
  const mine = ofMerchant(db, 'merchant_id', filter.merchantId)
  const count = (rows: Fragment) =>
    db`(select count(*) from (select 1 from ${rows} ${mine} limit ${countAtMost}) counted)::int`
  const [row] = await db<AttentionCounts[]>`
    select
      ${count(db`delivery_queue where true ${ofProcessor(db, 'delivery_queue', filter.processor)}`)} as pending,
      ${count(db`deliveries where dead_at is not null`)} as dead_letters,
      ${count(db`open_operations where lease_until < ${filter.now}`)} as open_operations,
      ${count(db`events where outcome = 'unread' and received_at >= ${filter.since}`)} as unread_events,
      ${count(db`payments where restored_at >= ${filter.since}`)} as restored_payments`
  return row ?? { pending: 0, deadLetters: 0, openOperations: 0, unreadEvents: 0, restoredPayments: 0 }
}

export async function failingEndpoints(db: Db, filter: AttentionFilter) {
  return await db<Attention['failingEndpoints']>`
    select e.merchant_id, m.name, e.failing_since as since, last_failure.reason, w.waiting
    from ${failingNow(db)} ${ofMerchant(db, 'e.merchant_id', filter.merchantId)}
    order by e.failing_since nulls last
    limit ${listAtMost}`
}

/** An onboarding without progress for this long is stuck. */
const stuckAfterMs = 86_400_000

/** Merchants that need help at their active processor, restricted ones first. */
export async function stuckMerchants(db: Db, offered: OfferedProcessors, filter: AttentionFilter) {
  const notSince = new Date(filter.now.getTime() - stuckAfterMs)
  const stuck = await db<Attention['stuckMerchants']>`
    select a.merchant_id, m.name, a.processor, a.onboarding_status, a.restriction, a.stopped_at, a.updated_at as since,
      a.currently_due as requirements
    from (select a.*, ${onboardingStatus(db)} as onboarding_status, ${restriction(db)} as restriction
        from processor_accounts a) a
      join merchants m using (merchant_id)
    where a.processor = ${activeProcessor(db, offered)}
      and (a.restriction is not null or a.currently_due <> '{}'
        and (a.onboarding_status = 'charges_only' or a.onboarding_status = 'pending' and a.updated_at < ${notSince}))
      ${ofMerchant(db, 'a.merchant_id', filter.merchantId)}
    order by a.restriction is not null desc, a.updated_at desc
    limit ${listAtMost}`
  return stuck.map(merchant => ({ ...merchant, requirements: inWords(merchant.requirements) }))
}

export async function suspendedMerchants(db: Db, filter: AttentionFilter) {
  return await db<Attention['suspendedMerchants']>`
    select m.merchant_id, m.name, m.suspended_at as since, a.actor as by, a.note
    from merchants m left join lateral (
      select actor, note from audit_log
      where merchant_id = m.merchant_id and target = m.merchant_id and action = 'merchant.suspend'
      order by audit_id desc limit 1) a on true
    where m.suspended_at is not null ${ofMerchant(db, 'm.merchant_id', filter.merchantId)}
    order by m.suspended_at desc
    limit ${listAtMost}`
}

/** Merchants whose active account is disabled. */
export async function disabledMerchants(db: Db, offered: OfferedProcessors, filter: AttentionFilter) {
  return await db<Attention['disabledMerchants']>`
    select m.merchant_id, m.name, a.disabled_at as since, l.actor as by, l.note
    from processor_accounts a join merchants m using (merchant_id) left join lateral (
      select actor, note from audit_log
      where merchant_id = m.merchant_id and target = m.merchant_id and action = 'merchant.account-disable'
        and detail ->> 'processor' = a.processor
      order by audit_id desc limit 1) l on true
    where a.disabled_at is not null and m.suspended_at is null and a.processor = ${activeProcessor(db, offered)}
      ${ofMerchant(db, 'a.merchant_id', filter.merchantId)}
    order by a.disabled_at desc
    limit ${listAtMost}`
}

export async function disputesToAnswer(db: Db, filter: AttentionFilter): Promise<Attention['disputes']> {
  return await db<Attention['disputes']>`
    select d.payment_id as svc_payment_id, d.merchant_id, d.amount_cents, p.currency, d.state, d.due_by
    from (${unansweredDisputes(db, filter.merchantId)} order by due_by nulls last, created_at limit ${listAtMost}) d
      join payments p on p.merchant_id = d.merchant_id and p.payment_id = d.payment_id
    order by d.due_by nulls last, d.created_at`
}
