import { json, type Queryable, type Tx } from '../db/db.ts'
import type { MerchantId, PaymentId } from '../ids.ts'
import type { Entry } from '../ledger/entries.ts'
import { postingFragment } from '../ledger/post.sql.ts'
import type { DisputeSnapshot } from '../processors/port.ts'
import type { Payment, Refund } from './payment.ts'

/** What changes about a payment, all at once; empty lists and nulls where nothing does. */
export interface Change {
  payment: Payment | null
  refunds: Refund[]
  dispute: DisputeSnapshot | null
  entries: Entry[]
}

/** The payment that changes, and what brings the change. */
export interface ChangeOf {
  merchantId: MerchantId
  paymentId: PaymentId
  currency: string
  /** The operation or event. */
  source: string
  at: Date
}

/** The payment is locked by the caller. */
export async function writeChange(tx: Tx, of: ChangeOf, change: Partial<Change>): Promise<void> {
  const whole = { payment: null, refunds: [], dispute: null, entries: [], ...change }
  await tx`with permitted as (select 1) ${changeFragments(tx, of, whole)} select 1`
}

/**
 * Goes on a `with` whose `permitted` has a row when the change may be written. Every change makes a new version,
 * a mere reservation too: whoever worked something out for the version before cannot write it any more.
 */
export function changeFragments(db: Queryable, of: ChangeOf, change: Change) {
  const { payment, refunds, dispute, entries } = change
  return db`
    , moved as (
      update payments set ${payment ? paymentFragment(db, payment) : db``} version = version + 1, updated_at = ${of.at}
      where merchant_id = ${of.merchantId} and payment_id = ${of.paymentId} and exists (select from permitted)
    )
    ${refunds.length > 0 ? refundsFragment(db, of, refunds) : db``}
    ${dispute ? disputeFragment(db, of, dispute) : db``}
    ${entries.length > 0 ? postingFragment(db, of, entries) : db``}`
}

function paymentFragment(db: Queryable, payment: Payment) {
  return db`
        status = ${payment.status}, authorized_cents = ${payment.authorizedCents},
        captured_cents = ${payment.capturedCents}, fee_cents = ${payment.feeCents},
        refunded_cents = ${payment.refundedCents}, fee_refunded_cents = ${payment.feeRefundedCents},
        disputed_cents = ${payment.disputedCents},
        failure_code = ${payment.failureCode}, failure_message = ${payment.failureMessage},
        next_check_at = now() + interval '30 seconds',`
}

/** Long enough for the answer that brings the fee, or the event of the fee itself. */
const feeDueAfter = '30 seconds'

/** A refund only ever gains certainty: no write takes it back to what it was. */
function refundsFragment(db: Queryable, of: ChangeOf, refunds: Refund[]) {
  const certainty = db`array['reserved', 'released', 'pending', 'succeeded', 'failed']`
  return db`, refunded as (
      insert into refunds (merchant_id, refund_id, payment_id, processor_refund_id, amount_cents, returns_fee, reason,
        state, fee_due_at, created_at, updated_at)
      select ${of.merchantId}, r."refundId", ${of.paymentId}, r."processorRefundId", r."amountCents",
        r."returnsFee", r.reason, r.state,
        case when r."feeUnread" then now() + ${feeDueAfter}::interval end,
        ${of.at}::timestamptz, ${of.at}::timestamptz
      from permitted, jsonb_to_recordset(${json(db, refunds)}) as r ("refundId" text,
        "processorRefundId" text, "amountCents" int, "returnsFee" boolean, reason text, state text,
        "feeUnread" boolean)
      on conflict (merchant_id, refund_id) do update
        set processor_refund_id = excluded.processor_refund_id, state = excluded.state,
          fee_due_at = excluded.fee_due_at, updated_at = excluded.updated_at
        where array_position(${certainty}, refunds.state) <= array_position(${certainty}, excluded.state)
    )`
}

function disputeFragment(db: Queryable, of: ChangeOf, dispute: DisputeSnapshot) {
  return db`, disputed as (
      insert into disputes (merchant_id, payment_id, processor_dispute_id, amount_cents, reason, state, created_at,
        updated_at)
      select ${of.merchantId}, ${of.paymentId}, ${dispute.processorDisputeId}, ${dispute.amountCents}::int,
        ${dispute.reason}, ${dispute.state}, ${of.at}::timestamptz, ${of.at}::timestamptz
      from permitted
      on conflict (merchant_id, payment_id, processor_dispute_id) do update
        set state = excluded.state, amount_cents = excluded.amount_cents, updated_at = excluded.updated_at
    )`
}
