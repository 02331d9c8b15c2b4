import type { MerchantId } from '../ids.ts'
import { standingOf, takenCents } from '../payments/dispute.ts'
import { intentStatusOf, type Payment, type Refund } from '../payments/payment.ts'
import type { DisputeSnapshot, PaymentSnapshot, RefundSnapshot } from '../processors/port.ts'

export const differenceKinds = [
  'payment',
  'authorization',
  'authorized_fee',
  'refund',
  'refund_failure',
  'fee',
  'fee_refund',
  'dispute',
  'dispute_reversal',
  'account',
] as const
export const differenceSorts = [
  'missing_here',
  'missing_there',
  'status',
  'amount',
  'currency',
  'posted',
  'duplicate',
  'unreadable',
] as const

export interface Difference {
  kind: (typeof differenceKinds)[number]
  what: (typeof differenceSorts)[number]
  /** The processor's id of the refund, dispute or account; '' for the payment itself. */
  objectId: string
  ours: string | null
  theirs: string | null
}

export const isSame = (one: Difference, other: Difference) =>
  one.kind === other.kind && one.what === other.what && one.objectId === other.objectId

/** A difference that a comparison has found. */
export interface Found extends Difference {
  merchantId: MerchantId
  paymentId: string | null
  processorPaymentId: string
  currency: string | null
  fixed: boolean
  /** Why it could not be fixed. */
  reason: string | null
}

/** A payment as recorded in the books. */
export interface Booked {
  payment: Payment
  refunds: Refund[]
  disputes: DisputeSnapshot[]
}

/** The same payment at the processor. A dispute that the processor does not have is null. */
interface Held {
  payment: PaymentSnapshot
  disputes: ReadonlyMap<string, DisputeSnapshot | null>
}

/** Returns every difference between the two. Pure. */
export function compare({ payment, refunds, disputes }: Booked, held: Held): Difference[] {
  return [
    ...compareIntent(payment, held.payment),
    ...compareRefunds(refunds, held.payment.refunds ?? []),
    ...compareFee(payment, held.payment),
    ...[...held.disputes].flatMap(([id, dispute]) =>
      compareDispute(id, disputes.find(known => known.processorDisputeId === id) ?? null, dispute),
    ),
  ]
}

function differs(
  kind: Difference['kind'],
  what: Difference['what'],
  ours: string | number | null,
  theirs: string | number | null,
  objectId = '',
): Difference[] {
  if (ours === theirs) return []
  const text = (value: string | number | null) => (value === null ? null : String(value))
  return [{ kind, what, objectId, ours: text(ours), theirs: text(theirs) }]
}

/** The processor keeps the authorized amount with its fee, and the captured amount. */
export function compareIntent(
  payment: Pick<Payment, 'status' | 'currency' | 'authorizedCents' | 'authorizedFeeCents' | 'capturedCents'>,
  held: PaymentSnapshot,
): Difference[] {
  const status = intentStatusOf(payment.status)
  const differences = [
    ...differs('payment', 'status', status, held.status),
    ...differs('payment', 'currency', payment.currency, held.currency),
  ]
  // if the status differs, the amounts differ as a consequence
  if (status !== held.status) return differences
  const authorizedCents = Math.max(held.amountCents, held.capturedCents)
  const feeCents = Math.min(held.feeCents, authorizedCents)
  return [
    ...differences,
    ...differs('payment', 'amount', payment.capturedCents, held.capturedCents),
    ...differs('authorization', 'amount', payment.authorizedCents, authorizedCents),
    ...differs('authorized_fee', 'amount', payment.authorizedFeeCents, feeCents),
  ]
}

export function compareRefund(known: Pick<Refund, 'amountCents' | 'state'> | null, held: RefundSnapshot) {
  const { processorRefundId: id, amountCents, state } = held
  if (!known) return differs('refund', 'missing_here', null, amountCents, id)
  return [
    ...differs('refund', 'amount', known.amountCents, amountCents, id),
    ...differs('refund', 'status', known.state, state, id),
  ]
}

function compareRefunds(refunds: Refund[], held: RefundSnapshot[]): Difference[] {
  const known = new Map(refunds.map(refund => [refund.processorRefundId, refund]))
  const there = new Set(held.map(({ processorRefundId }) => processorRefundId))
  const missing = refunds.flatMap(({ processorRefundId: id, amountCents }) =>
    id === null || there.has(id) ? [] : differs('refund', 'missing_there', amountCents, null, id),
  )
  return [...held.flatMap(one => compareRefund(known.get(one.processorRefundId) ?? null, one)), ...missing]
}

/** A fee in a currency other than the payment's cannot be compared. */
export function compareFee(
  payment: Pick<Payment, 'currency' | 'capturedCents' | 'feeCents' | 'feeRefundedCents'>,
  { fee }: Pick<PaymentSnapshot, 'fee'>,
): Difference[] {
  if (!fee || (fee.currency !== undefined && fee.currency !== payment.currency)) return []
  if (payment.capturedCents === 0 && fee.amountCents === 0) return []
  const refundedCents = Math.min(fee.refundedCents, payment.feeCents)
  return [
    ...differs('fee', 'amount', payment.feeCents, Math.min(fee.amountCents, payment.capturedCents)),
    ...differs('fee_refund', 'amount', payment.feeRefundedCents, refundedCents),
  ]
}

/** A warning moves no money, so it may be unknown here. */
export function compareDispute(id: string, known: DisputeSnapshot | null, held: DisputeSnapshot | null) {
  if (!held) return known ? differs('dispute', 'missing_there', known.amountCents, null, id) : []
  if (!known) {
    const isInquiry = standingOf(held) === 'warning'
    return isInquiry ? [] : differs('dispute', 'missing_here', null, held.amountCents, id)
  }
  const isAmountSame = known.amountCents === held.amountCents
  // rows of earlier releases have no movements
  const isStateSame = known.movements ? known.state === held.state : standingOf(known) === standingOf(held)
  return [
    ...(isAmountSame
      ? differs('dispute', 'amount', takenCents(known), takenCents(held), id)
      : differs('dispute', 'amount', known.amountCents, held.amountCents, id)),
    ...(isStateSame ? [] : differs('dispute', 'status', known.state, held.state, id)),
  ]
}
