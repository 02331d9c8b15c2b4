import type { MerchantId, PaymentId, RefundId } from '../ids.ts'
import type { IntentStatus, PaymentMethod, PaymentSnapshot, RefundReason } from '../processors/port.ts'

export type PaymentStatus = IntentStatus | 'partially_refunded' | 'refunded'

export interface Payment {
  merchantId: MerchantId
  paymentId: PaymentId
  processor: string
  accountId: string
  processorPaymentId: string
  status: PaymentStatus
  currency: string
  captureMethod: 'automatic' | 'manual'
  /**
   * The amount to pay or, once authorized, the amount that can be captured. The processor reports this amount and its
   * fee.
   */
  authorizedCents: number
  authorizedFeeCents: number
  capturedCents: number
  feeCents: number
  refundedCents: number
  feeRefundedCents: number
  /** Held in open disputes or lost in decided ones. */
  disputedCents: number
  orderRef: string | null
  branch: string | null
  customerRef: string | null
  description: string | null
  failureCode: string | null
  failureMessage: string | null
  /** Null until a report names it. */
  paymentMethod?: PaymentMethod | null
  version: number
  createdAt: Date
  updatedAt: Date
}

/** `reserved`: not known to the processor yet. `released`: refused, so it never was a refund. */
type RefundState = 'reserved' | 'pending' | 'succeeded' | 'failed' | 'released'

export interface Refund {
  refundId: RefundId
  processorRefundId: string | null
  amountCents: number
  returnsFee: boolean
  reason: RefundReason | null
  state: RefundState
  /** The returned fee has not been read since this refund was made, or failed. */
  feeUnread: boolean
}

/** A report (an event, an operation's answer) may be late. A reading is current. */
export type Trust = 'report' | 'reading'

/** A payment in one of these statuses does not become open again. */
export const completions: readonly IntentStatus[] = ['requires_capture', 'succeeded', 'canceled']

/** Every allowed transition. Anything else is refused. */
export const transitions: Record<PaymentStatus, readonly PaymentStatus[]> = {
  requires_payment_method: ['requires_confirmation', 'requires_action', 'processing', ...completions],
  requires_confirmation: ['requires_payment_method', 'requires_action', 'processing', ...completions],
  requires_action: ['requires_payment_method', 'requires_confirmation', 'processing', ...completions],
  processing: ['requires_payment_method', ...completions],
  requires_capture: ['succeeded', 'canceled'],
  succeeded: ['partially_refunded', 'refunded'],
  partially_refunded: ['refunded', 'succeeded'],
  refunded: ['partially_refunded', 'succeeded'],
  canceled: [],
}

export const refundReasons: RefundReason[] = ['requested_by_customer', 'duplicate', 'fraudulent']

export const paymentStatuses = Object.keys(transitions) as PaymentStatus[]

export const canMove = (from: PaymentStatus, to: PaymentStatus) => transitions[from].includes(to)

/** The customer can still pay, or an amount is held. */
export const openStatuses = paymentStatuses.filter(status => canMove(status, 'canceled'))

/** One report covers all transitions since the last one. */
export function canReach(from: PaymentStatus, to: PaymentStatus): boolean {
  const found = new Set(transitions[from])
  // the loop also visits the statuses that it adds
  for (const status of found) for (const next of transitions[status]) found.add(next)
  return found.has(to)
}

/** The payment's status at the processor, which counts a refunded payment as succeeded. */
export function intentStatusOf(status: PaymentStatus): IntentStatus {
  return status === 'partially_refunded' || status === 'refunded' ? 'succeeded' : status
}

export const isCaptured = ({ status }: { status: PaymentStatus }) => intentStatusOf(status) === 'succeeded'

export function sumOf(refunds: Refund[], states: RefundState[]): number {
  const counted = refunds.filter(({ state }) => states.includes(state))
  return counted.reduce((total, { amountCents }) => total + amountCents, 0)
}

/** Refunds and the fee, as far as the processor reports them. */
export type Returned = Pick<PaymentSnapshot, 'refunds' | 'fee'>

/** A completed payment as stored here, with the reported refunds and fee. */
export function completedWith(payment: Payment, returned: Returned): PaymentSnapshot {
  const { processorPaymentId, currency, captureMethod, authorizedCents, capturedCents, feeCents } = payment
  const known = { processorPaymentId, currency, captureMethod, capturedCents, feeCents }
  return { ...known, status: 'succeeded', amountCents: authorizedCents, failure: null, ...returned }
}

type Place = Pick<Payment, 'merchantId' | 'processor' | 'accountId'>

interface MadePayment
  extends Pick<Payment, 'paymentId' | 'orderRef' | 'branch' | 'customerRef' | 'description' | 'createdAt'> {
  snapshot: PaymentSnapshot
}

/** A payment as created. Its events and readings show what happened later. */
export function newPayment(place: Place, made: MadePayment, updatedAt: Date): Payment {
  const { merchantId, processor, accountId } = place
  const { paymentId, orderRef, branch, customerRef, description, createdAt, snapshot } = made
  const { processorPaymentId, status, currency, captureMethod, amountCents, feeCents } = snapshot
  const asked = { currency, captureMethod, orderRef, branch, customerRef, description }
  const authorized = { authorizedCents: amountCents, authorizedFeeCents: Math.min(feeCents, amountCents) }
  const moved = { capturedCents: 0, feeCents: 0, refundedCents: 0, feeRefundedCents: 0, disputedCents: 0 }
  const failure = { failureCode: null, failureMessage: null }
  const named = { merchantId, paymentId, processor, accountId, processorPaymentId, status }
  return { version: 1, createdAt, updatedAt, ...named, ...asked, ...authorized, ...moved, ...failure }
}

export function createdAnswer(payment: Payment, clientSecret: string, publishableKey: string): string {
  const more = { clientSecret, connectedAccountId: payment.accountId, publishableKey }
  return JSON.stringify(Object.assign(presentPayment(payment), more))
}

/** The fields of the specification, and more that integrators need. */
export function presentPayment(payment: Payment) {
  const captured = isCaptured(payment)
  const { failureCode: code } = payment
  return {
    svcPaymentId: payment.paymentId,
    status: payment.status,
    amountCents: captured ? payment.capturedCents : payment.authorizedCents,
    applicationFeeCents: captured ? payment.feeCents : payment.authorizedFeeCents,
    currency: payment.currency,
    orderRef: payment.orderRef,
    processor: payment.processor,
    processorPaymentIntentId: payment.processorPaymentId,
    captureMethod: payment.captureMethod,
    capturedCents: payment.capturedCents,
    refundedCents: payment.refundedCents,
    applicationFeeRefundedCents: payment.feeRefundedCents,
    disputedCents: payment.disputedCents,
    failure: code === null ? null : { code, message: payment.failureMessage ?? '' },
    paymentMethod: payment.paymentMethod ?? null,
    createdAt: payment.createdAt,
    updatedAt: payment.updatedAt,
  }
}
