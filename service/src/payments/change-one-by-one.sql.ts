import { listed, type Tx } from '../db/db.ts'
import { type Change, type ChangeCause, disputeConflict, feeDueAfter, refundConflict } from './change.sql.ts'

/** Nothing was written. */
export class ChangedMeanwhile extends Error {
  /** As PostgreSQL calls it: whoever tries again finds what changed. */
  readonly code = '40001'
  constructor(paymentId: string) {
    super(`payment ${paymentId} was changed by somebody else`)
    this.name = 'ChangedMeanwhile'
  }
}

/** The same writes on a cluster, where each is a statement of its own, so that it runs on the merchant's shard. */
export async function writeOneByOne(tx: Tx, change: Change & ChangeCause): Promise<void> {
  await Promise.all([
    updatePayment(tx, change),
    insertRefunds(tx, change),
    insertDispute(tx, change),
    postEntries(tx, change),
  ])
}

/** A shard that is moved leaves row locks behind: so the version is compared here too, where it is written. */
async function updatePayment(tx: Tx, { payment, at }: Change & ChangeCause): Promise<void> {
  const { count } = await tx`
    update payments
    set status = ${payment.status}, currency = ${payment.currency}, capture_method = ${payment.captureMethod},
      authorized_cents = ${payment.authorizedCents}, authorized_fee_cents = ${payment.authorizedFeeCents},
      captured_cents = ${payment.capturedCents}, fee_cents = ${payment.feeCents},
      refunded_cents = ${payment.refundedCents}, fee_refunded_cents = ${payment.feeRefundedCents},
      disputed_cents = ${payment.disputedCents}, failure_code = ${payment.failureCode},
      failure_message = ${payment.failureMessage}, version = version + 1, updated_at = ${at}
    where merchant_id = ${payment.merchantId} and payment_id = ${payment.paymentId} and version = ${payment.version}`
  if (count === 0) throw new ChangedMeanwhile(payment.paymentId)
}

async function insertRefunds(tx: Tx, { payment, refunds = [], at }: Change & ChangeCause): Promise<void> {
  if (refunds.length === 0) return
  const rows = refunds.map(refund => {
    const feeDueAt = tx`now() + ${feeDueAfter(refund)}::interval`
    return tx`(${payment.merchantId}, ${refund.refundId}, ${payment.paymentId}, ${refund.processorRefundId},
      ${refund.amountCents}, ${refund.returnsFee}, ${refund.reason}, ${refund.state}, ${feeDueAt}, ${at}, ${at})`
  })
  await tx`
    insert into refunds (merchant_id, refund_id, payment_id, processor_refund_id, amount_cents, returns_fee, reason,
      state, fee_due_at, created_at, updated_at)
    values ${listed(tx, rows)} ${refundConflict(tx)}`
}

async function insertDispute(tx: Tx, { payment, dispute = null, at }: Change & ChangeCause): Promise<void> {
  if (!dispute) return
  await tx`
    insert into disputes (merchant_id, payment_id, processor_dispute_id, amount_cents, reason, state, due_by,
      created_at, updated_at)
    values (${payment.merchantId}, ${payment.paymentId}, ${dispute.processorDisputeId}, ${dispute.amountCents},
      ${dispute.reason}, ${dispute.state}, ${dispute.dueBy ?? null}, ${at}, ${at}) ${disputeConflict(tx)}`
}

async function postEntries(tx: Tx, { payment, entries = [], source }: Change & ChangeCause): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(
    entry => tx`(${payment.merchantId}, ${payment.paymentId}, ${entry.fact}, ${entry.kind}, ${source},
      ${payment.currency}, ${entry.customerCents}, ${entry.merchantCents}, ${entry.platformFeesCents},
      ${entry.disputeHoldCents})`,
  )
  await tx`
    insert into ledger_entries (merchant_id, payment_id, fact, kind, source, currency, customer_cents, merchant_cents,
      platform_fees_cents, dispute_hold_cents)
    values ${listed(tx, rows)}
    on conflict (merchant_id, payment_id, fact) do nothing`
}
