import { newRefundId, type RefundId } from '../ids.ts'
import { captureEntry, type Entry, feeEntry, refundEntry, refundFailedEntry } from '../ledger/entries.ts'
import { proportionOf } from '../money.ts'
import type { PaymentMethod, PaymentSnapshot, RefundSnapshot } from '../processors/port.ts'
import type { Change } from './change.sql.ts'
import {
  canReach,
  completions,
  intentStatusOf,
  isCaptured,
  type Payment,
  type PaymentStatus,
  type Refund,
  sumOf,
  type Trust,
} from './payment.ts'

/** What a report or a reading changes. */
export type Effect =
  | ({ kind: 'applied' } & Change)
  | { kind: 'unchanged' }
  /** The report is older than our record. */
  | { kind: 'stale' }
  /** The report may be older or newer than our record; read the payment to find out. */
  | { kind: 'doubtful' }

/**
 * Every change from outside enters the ledger here. Snapshots may arrive in any order, any number of times; the final
 * state is the same. Returns only the refunds that changed.
 */
export function applySnapshot(
  payment: Payment,
  refunds: Refund[],
  reported: PaymentSnapshot,
  trust: Trust,
  newId = newRefundId,
): Effect {
  const snapshot = withFeeInCurrency(payment, reported)
  const from = intentStatusOf(payment.status)
  if (from !== snapshot.status && !canReach(from, snapshot.status)) return { kind: 'stale' }
  const moved = moveIntent(payment, snapshot)
  const known = isCaptured(snapshot) ? mergeRefunds(moved, refunds, snapshot, trust, newId) : refunds
  const next = withMethod(withFee(withRefunds(moved, known), snapshot, trust), snapshot.paymentMethod)
  const changed = known.filter((refund, i) => !same(refund, refunds[i]))
  if (same(payment, next) && changed.length === 0) return { kind: 'unchanged' }
  if (trust === 'report' && mayBeLate(payment, snapshot)) return { kind: 'doubtful' }
  // an earlier refund must have failed, but we have not heard of it yet
  if (next.refundedCents > next.capturedCents) return { kind: 'doubtful' }
  const entries = [...factsOf(next, known), ...feeMoves(payment, next)]
  const { processorChargeId = null, fee: { processorFeeId = null } = {} } = reported
  const charged = { processorChargeId, processorFeeId }
  return { kind: 'applied', payment: next, refunds: changed, entries, charged }
}

/**
 * An open payment can move back and forth, and its amount can change until capture. So a report of an open payment, or
 * of an unchanged status, is trusted only if it is the first.
 */
function mayBeLate({ version, status }: Payment, snapshot: PaymentSnapshot): boolean {
  if (version === 1 || isCaptured(snapshot)) return false
  return !completions.includes(snapshot.status) || snapshot.status === status
}

/**
 * Until capture, the processor's terms (amount, currency, capture method, fee) replace ours. After that, they no longer
 * change.
 */
function moveIntent(payment: Payment, snapshot: PaymentSnapshot): Payment {
  if (isCaptured(payment)) return payment
  const { status, currency, captureMethod, capturedCents, failure } = snapshot
  const authorizedCents = Math.max(snapshot.amountCents, capturedCents)
  const authorizedFeeCents = Math.min(snapshot.feeCents, authorizedCents)
  const asked = { status, currency, captureMethod, authorizedCents, authorizedFeeCents }
  const reason = { failureCode: failure?.code ?? null, failureMessage: failure?.message ?? null }
  const moved = { ...payment, ...asked, ...reason }
  if (!isCaptured(snapshot)) return moved
  const feeCents = Math.min(snapshot.fee?.amountCents ?? snapshot.feeCents, capturedCents)
  return { ...moved, capturedCents, feeCents }
}

/** If the fee is held in another currency, only the returned share of it is usable. */
function withFeeInCurrency(payment: Payment, snapshot: PaymentSnapshot): PaymentSnapshot {
  const { fee } = snapshot
  const { currency, feeCents: amountCents } = isCaptured(payment) ? payment : snapshot
  if (fee?.currency === undefined || fee.currency === currency) return snapshot
  const refundedCents = fee.amountCents && proportionOf(amountCents, fee.refundedCents, fee.amountCents)
  return { ...snapshot, fee: { amountCents, refundedCents } }
}

const certainty: Record<Refund['state'], number> = {
  reserved: 0,
  released: 1,
  pending: 2,
  succeeded: 3,
  failed: 4,
}

function mergeRefunds(
  payment: Payment,
  refunds: Refund[],
  snapshot: PaymentSnapshot,
  trust: Trust,
  newId: () => RefundId,
): Refund[] {
  const feeRead = snapshot.fee !== undefined || payment.feeCents === 0
  const merged =
    feeRead && trust === 'reading' ? refunds.map(refund => ({ ...refund, feeUnread: false })) : [...refunds]
  for (const report of snapshot.refunds ?? []) {
    const at = indexOfReported(merged, report)
    const known = merged[at] ?? refundNotKnown(ownIdOf(merged, report) ?? newId(), report)
    const refund = gainCertainty(known, report)
    const isNews = merged[at] === undefined || refund.state !== known.state
    const mayMoveFee = isNews && (refund.returnsFee || refund.state === 'failed')
    // if our record of the refund is ahead of the snapshot, the snapshot's fee is out of date
    const isRead = feeRead && refund.state === report.state
    const wasUnread = (refunds[at] ?? known).feeUnread
    const next = { ...refund, feeUnread: !isRead && (wasUnread || mayMoveFee) }
    merged[at === -1 ? merged.length : at] = next
  }
  return merged
}

/** Matches by the processor's refund id, and by our own id only if the refund has no processor id yet. */
export function indexOfReported(refunds: Refund[], report: RefundSnapshot): number {
  const matched = refunds.findIndex(refund => refund.processorRefundId === report.processorRefundId)
  if (matched !== -1) return matched
  return refunds.findIndex(refund => refund.processorRefundId === null && isNamedIn(report, refund))
}

/** Our id in the metadata may be a copy, so the amount must match, too, or the report must carry our seal. */
export function isNamedIn(report: RefundSnapshot, refund: Pick<Refund, 'refundId' | 'amountCents'>): boolean {
  const isCertain = report.memo !== undefined || report.amountCents === refund.amountCents
  return isCertain && report.refundId === refund.refundId
}

/** The amount that the processor first reports for a refund is posted, so later reports do not change it. */
function gainCertainty(known: Refund, { processorRefundId, amountCents, state }: RefundSnapshot): Refund {
  if (certainty[state] <= certainty[known.state]) return known
  if (known.processorRefundId !== null) return { ...known, state }
  return { ...known, processorRefundId, amountCents, state }
}

/** Our id of a refund that this database lost in a restore; null for any other refund. */
function ownIdOf(refunds: Refund[], { refundId, memo }: RefundSnapshot): RefundId | null {
  const isFree = !refunds.some(refund => refund.refundId === refundId)
  return memo && isFree ? (refundId as RefundId | null) : null
}

/**
 * A refund made in the processor's dashboard, or lost in a restore. Only the fee itself shows whether part of it was
 * returned.
 */
function refundNotKnown(refundId: RefundId, report: RefundSnapshot): Refund {
  const { processorRefundId, amountCents, state } = report
  const made = { refundId, processorRefundId, amountCents, state }
  return { ...made, returnsFee: true, reason: null, feeUnread: false }
}

function withRefunds(payment: Payment, refunds: Refund[]): Payment {
  if (!isCaptured(payment)) return payment
  const refundedCents = sumOf(refunds, ['pending', 'succeeded'])
  return { ...payment, refundedCents, status: settledStatus(payment.capturedCents, refundedCents) }
}

/** The returned part of a fee only grows, so a report with a smaller total is late. */
function withFee(payment: Payment, { fee }: PaymentSnapshot, trust: Trust): Payment {
  if (!fee || !isCaptured(payment)) return payment
  const feeCents = Math.min(fee.amountCents, payment.capturedCents)
  const returned =
    trust === 'reading' ? fee.refundedCents : Math.max(fee.refundedCents, payment.feeRefundedCents)
  return { ...payment, feeCents, feeRefundedCents: Math.min(returned, feeCents) }
}

/** Keeps the known payment method if a report has none. */
export function withMethod(payment: Payment, paymentMethod: PaymentMethod | undefined): Payment {
  return paymentMethod ? { ...payment, paymentMethod } : payment
}

function settledStatus(capturedCents: number, refundedCents: number): PaymentStatus {
  if (refundedCents === 0) return 'succeeded'
  return refundedCents < capturedCents ? 'partially_refunded' : 'refunded'
}

/** All facts so far. The ledger posts each fact once, so repeating them does no harm. */
function factsOf(payment: Payment, refunds: Refund[]): Entry[] {
  if (payment.capturedCents === 0) return []
  const entries = [captureEntry(payment.capturedCents, payment.feeCents)]
  for (const { processorRefundId, amountCents, state } of refunds) {
    if (processorRefundId === null) continue
    entries.push(refundEntry(processorRefundId, amountCents))
    if (state === 'failed') entries.push(refundFailedEntry(processorRefundId, amountCents))
  }
  return entries
}

/** Changes of the fee since the last posting. The capture entry contains the fee as of the capture. */
function feeMoves(before: Payment, after: Payment): Entry[] {
  const corrected = before.capturedCents === 0 ? 0 : after.feeCents - before.feeCents
  const returned = after.feeRefundedCents - before.feeRefundedCents
  return [
    ...(corrected === 0 ? [] : [feeEntry('fee_correction', before.version, corrected)]),
    ...(returned === 0 ? [] : [feeEntry('fee_refund', before.version, -returned)]),
  ]
}

export const same = (a: object, b: object | undefined) => JSON.stringify(a) === JSON.stringify(b)
