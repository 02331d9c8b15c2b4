import type { Queryable } from '../db/db.ts'
import { ofMerchant } from '../db/per-merchant.ts'
import type { MerchantId } from '../ids.ts'
import type { DisputeSnapshot } from '../processors/port.ts'

/**
 * The state of a dispute `d`. The previous release writes only the column `state`, which holds the standing. If the
 * status contradicts the standing, the previous release wrote last, and the standing counts until the next report or
 * reading.
 */
export const disputeState = (db: Queryable) => db`(case
  when d.state = case
    when d.status in ('needs_response', 'under_review') then 'open'
    when d.status in ('lost', 'appeal_needs_response', 'appeal_under_review') then 'lost'
    when d.status = 'won' then 'won'
    when d.status is not null then 'warning' end then d.status
  when d.state = 'warning' then 'warning_needs_response'
  when d.state = 'open' then case when d.due_by < now() then 'under_review' else 'needs_response' end
  else d.state end)`

/** A dispute `d` as a `DisputeSnapshot` in JSON. */
export const disputeSnapshot = (db: Queryable) => db`jsonb_build_object(
  'processorDisputeId', d.processor_dispute_id, 'amountCents', d.amount_cents, 'reason', d.reason,
  'state', ${disputeState(db)}, 'movements', d.movements,
  'dueBy', to_char(d.due_by at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

export async function disputesOf(
  db: Queryable,
  payments: { merchantId: MerchantId; paymentId: string }[],
): Promise<(DisputeSnapshot & { paymentId: string })[]> {
  if (payments.length === 0) return []
  const rows = await db<{ paymentId: string; dispute: DisputeSnapshot }[]>`
    select d.payment_id, ${disputeSnapshot(db)} as dispute from disputes d
    where d.merchant_id = any(${payments.map(({ merchantId }) => merchantId)})
      and d.payment_id = any(${payments.map(({ paymentId }) => paymentId)})`
  return rows.map(({ paymentId, dispute }) => ({ ...dispute, paymentId }))
}

/** Disputes and inquiries that need a response. The first condition is the condition of the partial index. */
export const unansweredDisputes = (db: Queryable, merchantId: string | null) => db`
  select d.merchant_id, d.payment_id, d.amount_cents, d.reason, ${disputeState(db)} as state, d.due_by,
    d.created_at
  from disputes d
  where (d.state in ('warning', 'open') or d.status = 'appeal_needs_response')
    and ${disputeState(db)} in ('warning_needs_response', 'needs_response', 'appeal_needs_response')
    ${ofMerchant(db, 'd.merchant_id', merchantId)}`
