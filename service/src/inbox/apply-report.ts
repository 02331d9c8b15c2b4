import type { RefundId } from '../ids.ts'
import { applySnapshot, indexOfReported, same, type Trust, withMethod } from '../payments/apply-snapshot.ts'
import type { Change } from '../payments/change.sql.ts'
import { applyDispute, disputedCentsOf } from '../payments/dispute.ts'
import { completedWith, intentStatusOf, type Payment, type Refund, sumOf } from '../payments/payment.ts'
import type { DisputeSnapshot, PaymentReport, PaymentSnapshot } from '../processors/port.ts'

/** A payment with everything an event can be about. */
export interface KnownPayment {
  payment: Payment
  refunds: Refund[]
  disputes: DisputeSnapshot[]
}

export type Effect =
  | { kind: 'applied'; change: Change }
  | { kind: 'unchanged' }
  | { kind: 'stale' }
  | { kind: 'doubtful' }

/** Pure: works out what to write from what is known and what is reported. */
export function applyReport(known: KnownPayment, report: PaymentReport, newRefundId: () => RefundId): Effect {
  const { payment, refunds } = known
  switch (report.kind) {
    case 'intent':
      return applyReading(known, report.snapshot, 'report', newRefundId)
    case 'refund':
      // a refund that is unknown here may really be the release of an uncaptured amount
      if (intentStatusOf(payment.status) !== 'succeeded' || indexOfReported(refunds, report.refund) === -1)
        return { kind: 'doubtful' }
      return applyReading(known, completedWith(payment, { refunds: [report.refund] }), 'report', newRefundId)
    case 'refunded_total': {
      // a refund that has only been started here could hide one made elsewhere
      const heardOf = sumOf(refunds, ['pending', 'succeeded'], refund => refund.amountCents)
      const complete = intentStatusOf(payment.status) === 'succeeded' && report.refundedCents <= heardOf
      return complete ? { kind: 'unchanged' } : { kind: 'doubtful' }
    }
    case 'released':
      return { kind: 'unchanged' }
    case 'fee':
      if (intentStatusOf(payment.status) !== 'succeeded') return { kind: 'doubtful' }
      return applyReading(known, completedWith(payment, { fee: report.fee }), 'report', newRefundId)
    case 'method': {
      const next = withMethod(payment, report.paymentMethod)
      return same(payment, next) ? { kind: 'unchanged' } : { kind: 'applied', change: { payment: next } }
    }
    case 'refunded_or_released':
    case 'changed':
      return { kind: 'doubtful' }
    case 'dispute':
      return applyDisputeReading(known, report.dispute, 'report')
  }
}

export function applyDisputeReading(
  { payment, disputes }: KnownPayment,
  reported: DisputeSnapshot,
  trust: Trust,
): Effect {
  const isSame = ({ processorDisputeId }: DisputeSnapshot) =>
    processorDisputeId === reported.processorDisputeId
  const applied = applyDispute(disputes.find(isSame) ?? null, reported, trust)
  if (typeof applied === 'string') return { kind: applied }
  const others = disputes.filter(dispute => !isSame(dispute))
  const disputedCents = disputedCentsOf([...others, applied.dispute])
  return { kind: 'applied', change: { payment: { ...payment, disputedCents }, refunds: [], ...applied } }
}

/**
 * For when the processor can never be asked again: believes a refund that cannot be a release, and nothing else.
 */
export function applyLastWord(
  known: KnownPayment,
  report: PaymentReport,
  newRefundId: () => RefundId,
): Effect {
  const { payment } = known
  if (report.kind !== 'refund' || intentStatusOf(payment.status) !== 'succeeded') return { kind: 'doubtful' }
  if (report.refund.amountCents === payment.authorizedCents - payment.capturedCents)
    return { kind: 'doubtful' }
  return applyReading(known, completedWith(payment, { refunds: [report.refund] }), 'report', newRefundId)
}

export function applyReading(
  { payment, refunds }: KnownPayment,
  snapshot: PaymentSnapshot,
  trust: Trust,
  newRefundId: () => RefundId,
): Effect {
  const applied = applySnapshot(payment, refunds, snapshot, { trust, newRefundId })
  if (applied.kind !== 'changed') return applied
  const { kind: _, ...change } = applied
  return { kind: 'applied', change: { dispute: null, ...change } }
}
