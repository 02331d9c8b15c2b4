import { applySnapshot, type Effect, indexOfReported, same, withMethod } from '../payments/apply-snapshot.ts'
import { applyDispute, disputedCentsOf } from '../payments/dispute.ts'
import { completedWith, isCaptured, sumOf, type Trust } from '../payments/payment.ts'
import type { LockedPayment } from '../payments/payments.sql.ts'
import type { DisputeSnapshot, PaymentReport } from '../processors/port.ts'

/** A payment with all objects that an event can report on. */
export interface KnownPayment extends LockedPayment {
  disputes: DisputeSnapshot[]
}

/** Computes what to write from our record and the report. Pure. */
export function applyReport(known: KnownPayment, report: PaymentReport): Effect {
  const { payment, refunds } = known
  switch (report.kind) {
    case 'intent':
      return applySnapshot(payment, refunds, report.snapshot, 'report')
    case 'refund':
      // a refund that is unknown here may really be the release of an uncaptured amount
      if (!isCaptured(payment) || indexOfReported(refunds, report.refund) === -1) return { kind: 'doubtful' }
      return applySnapshot(payment, refunds, completedWith(payment, { refunds: [report.refund] }), 'report')
    case 'refunded_total': {
      // a refund that has only been started here could hide one made elsewhere
      const heardOf = sumOf(refunds, ['pending', 'succeeded'])
      const complete = isCaptured(payment) && report.refundedCents <= heardOf
      return complete ? { kind: 'unchanged' } : { kind: 'doubtful' }
    }
    case 'released':
      return { kind: 'unchanged' }
    case 'fee':
      if (!isCaptured(payment)) return { kind: 'doubtful' }
      return applySnapshot(payment, refunds, completedWith(payment, { fee: report.fee }), 'report')
    case 'method': {
      const next = withMethod(payment, report.paymentMethod)
      return same(payment, next) ? { kind: 'unchanged' } : { kind: 'applied', payment: next }
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
  return { kind: 'applied', payment: { ...payment, disputedCents }, ...applied }
}

/** If the processor can never be asked again, trusts only a refund that cannot be a release. */
export function applyUnverifiable({ payment, refunds }: KnownPayment, report: PaymentReport): Effect {
  if (report.kind !== 'refund' || !isCaptured(payment)) return { kind: 'doubtful' }
  const { refund } = report
  if (refund.amountCents === payment.authorizedCents - payment.capturedCents) return { kind: 'doubtful' }
  return applySnapshot(payment, refunds, completedWith(payment, { refunds: [refund] }), 'report')
}
