import type { RefundId } from '../ids.ts'
import type { Entry } from '../ledger/entries.ts'
import { applySnapshot, type Trust } from '../payments/apply-snapshot.ts'
import { applyDispute, disputeFacts } from '../payments/dispute.ts'
import { intentStatusOf, type Payment, type Refund, sumOf } from '../payments/payment.ts'
import type { DisputeSnapshot, PaymentReport, PaymentSnapshot } from '../processors/port.ts'

/** A payment with everything an event can be about. */
export interface KnownPayment {
  payment: Payment
  refunds: Refund[]
  disputes: DisputeSnapshot[]
}

/** What an event changes; empty lists and nulls where it changes nothing. */
export interface Change {
  payment: Payment | null
  refunds: Refund[]
  dispute: DisputeSnapshot | null
  entries: Entry[]
}

export type Effect =
  | { kind: 'applied'; change: Change }
  | { kind: 'unchanged' }
  | { kind: 'stale' }
  | { kind: 'doubtful' }

/** Pure: from what is known and what is reported to what is to be written. */
export function applyReport(known: KnownPayment, report: PaymentReport, newRefundId: () => RefundId): Effect {
  const { payment, refunds, disputes } = known
  switch (report.kind) {
    case 'intent':
      return applyReading(known, report.snapshot, 'report', newRefundId)
    case 'refund':
      if (intentStatusOf(payment.status) !== 'succeeded') return { kind: 'doubtful' }
      return applyReading(known, completedWith(payment, report.refund), 'report', newRefundId)
    case 'refunded_total': {
      // a refund that is only begun here could hide one made elsewhere
      const heardOf = sumOf(refunds, ['pending', 'succeeded'], refund => refund.amountCents)
      const complete = intentStatusOf(payment.status) === 'succeeded' && report.refundedCents <= heardOf
      return complete ? { kind: 'unchanged' } : { kind: 'doubtful' }
    }
    case 'changed':
      return { kind: 'doubtful' }
    case 'dispute': {
      const { processorDisputeId } = report.dispute
      const earlier = disputes.find(dispute => dispute.processorDisputeId === processorDisputeId) ?? null
      const dispute = applyDispute(earlier, report.dispute)
      if (!dispute) return { kind: 'stale' }
      return {
        kind: 'applied',
        change: { payment: null, refunds: [], dispute, entries: disputeFacts(dispute) },
      }
    }
  }
}

export function applyReading(
  { payment, refunds }: KnownPayment,
  snapshot: PaymentSnapshot,
  trust: Trust,
  newRefundId: () => RefundId,
): Effect {
  const applied = applySnapshot(payment, refunds, snapshot, { trust, newRefundId })
  if (applied.kind !== 'changed') return applied
  const { entries } = applied
  return {
    kind: 'applied',
    change: { payment: applied.payment, refunds: applied.refunds, dispute: null, entries },
  }
}

function completedWith(
  payment: Payment,
  refund: NonNullable<PaymentSnapshot['refunds']>[number],
): PaymentSnapshot {
  const { processorPaymentId, capturedCents, authorizedCents: amountCents } = payment
  return {
    processorPaymentId,
    status: 'succeeded',
    amountCents,
    capturedCents,
    failure: null,
    refunds: [refund],
  }
}
