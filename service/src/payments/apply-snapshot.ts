import type { RefundId } from '../ids.ts'
import { captureEntry, type Entry, refundEntry, refundFailedEntry } from '../ledger/entries.ts'
import { proportionOf } from '../money.ts'
import type { IntentStatus, PaymentSnapshot, RefundSnapshot } from '../processors/port.ts'
import { canReach, intentStatusOf, type Payment, type PaymentStatus, type Refund, sumOf } from './payment.ts'

/** A report (an event, an operation's answer) may be late. A reading was asked for just now. */
export type Trust = 'report' | 'reading'

export type Applied =
  | { kind: 'changed'; payment: Payment; refunds: Refund[]; entries: Entry[] }
  | { kind: 'unchanged' }
  /** It says what was true before. */
  | { kind: 'stale' }
  /** It can be news or late: only the processor can tell. */
  | { kind: 'doubtful' }

/** Once here, a payment does not become open again. */
const settled: readonly IntentStatus[] = ['requires_capture', 'succeeded', 'canceled']

/** The one way from the outside into the ledger: in any order, any number of times, to the same end. */
export function applySnapshot(
  payment: Payment,
  refunds: Refund[],
  snapshot: PaymentSnapshot,
  { trust, newRefundId }: { trust: Trust; newRefundId: () => RefundId },
): Applied {
  const from = intentStatusOf(payment.status)
  if (from !== snapshot.status && !canReach(from, snapshot.status)) return { kind: 'stale' }
  const moved = moveIntent(payment, snapshot)
  const known =
    snapshot.status === 'succeeded' ? mergeRefunds(refunds, snapshot.refunds ?? [], newRefundId) : refunds
  const next = withRefunds(moved, known)
  if (same(payment, next) && known.every((refund, i) => same(refund, refunds[i])))
    return { kind: 'unchanged' }
  if (trust === 'report' && mayBeLate(payment, snapshot)) return { kind: 'doubtful' }
  return { kind: 'changed', payment: next, refunds: known, entries: factsOf(next, known) }
}

/**
 * An open payment can go to and fro, so a report of it is taken at its word only as the first thing heard.
 */
function mayBeLate(payment: Payment, snapshot: PaymentSnapshot): boolean {
  return payment.version > 1 && !settled.includes(snapshot.status)
}

function moveIntent(payment: Payment, snapshot: PaymentSnapshot): Payment {
  const failure = {
    failureCode: snapshot.failure?.code ?? null,
    failureMessage: snapshot.failure?.message ?? null,
  }
  const authorizedCents = Math.max(payment.authorizedCents, snapshot.amountCents)
  if (snapshot.status !== 'succeeded') {
    return { ...payment, ...failure, authorizedCents, status: snapshot.status }
  }
  if (intentStatusOf(payment.status) === 'succeeded') return payment
  const capturedCents = snapshot.capturedCents
  const feeCents = proportionOf(payment.authorizedFeeCents, capturedCents, authorizedCents)
  return { ...payment, ...failure, authorizedCents, status: 'succeeded', capturedCents, feeCents }
}

const certainty: Record<Refund['state'], number> = {
  released: 0,
  reserved: 1,
  pending: 2,
  succeeded: 3,
  failed: 4,
}

function mergeRefunds(refunds: Refund[], reported: RefundSnapshot[], newRefundId: () => RefundId): Refund[] {
  const merged = [...refunds]
  for (const report of reported) {
    const at = merged.findIndex(
      refund => refund.processorRefundId === report.processorRefundId || refund.refundId === report.refundId,
    )
    const known = merged[at]
    if (!known) merged.push(refundMadeElsewhere(newRefundId(), report))
    else if (certainty[report.state] > certainty[known.state]) {
      merged[at] = { ...known, processorRefundId: report.processorRefundId, state: report.state }
    }
  }
  return merged
}

/** Made in the processor's own dashboard, where the platform's fee stays with the platform. */
function refundMadeElsewhere(refundId: RefundId, report: RefundSnapshot): Refund {
  return {
    refundId,
    processorRefundId: report.processorRefundId,
    amountCents: report.amountCents,
    feeCents: 0,
    returnsFee: false,
    reason: null,
    state: report.state,
  }
}

function withRefunds(payment: Payment, refunds: Refund[]): Payment {
  if (intentStatusOf(payment.status) !== 'succeeded') return payment
  const refundedCents = sumOf(refunds, ['pending', 'succeeded'], refund => refund.amountCents)
  const feeRefundedCents = sumOf(refunds, ['pending', 'succeeded'], refund => refund.feeCents)
  return {
    ...payment,
    refundedCents,
    feeRefundedCents,
    status: settledStatus(payment.capturedCents, refundedCents),
  }
}

function settledStatus(capturedCents: number, refundedCents: number): PaymentStatus {
  if (refundedCents === 0) return 'succeeded'
  return refundedCents < capturedCents ? 'partially_refunded' : 'refunded'
}

/** All facts so far. The ledger keeps each once, so saying them again is harmless. */
export function factsOf(payment: Payment, refunds: Refund[]): Entry[] {
  if (payment.capturedCents === 0) return []
  const entries = [captureEntry(payment.capturedCents, payment.feeCents)]
  for (const refund of refunds) {
    if (refund.processorRefundId === null) continue
    entries.push(refundEntry(refund.processorRefundId, refund))
    if (refund.state === 'failed') entries.push(refundFailedEntry(refund.processorRefundId, refund))
  }
  return entries
}

function same(a: object, b: object | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
