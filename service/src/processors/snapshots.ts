import type { OperationId, PaymentId } from '../ids.ts'

/**
 * Stored by the processor with each object that a call of ours created, so that the call can be recognized if our own
 * record of it is lost. Calls of earlier releases left none.
 */
export interface Memo {
  /** Digest of the caller's key and its scope; null for a call without a key. */
  key: string | null
  /** Digest of the request. */
  digest: string
  /** Of a call without a key. */
  operationId?: OperationId
}

export const intentStatuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'succeeded',
  'canceled',
] as const

export type IntentStatus = (typeof intentStatuses)[number]

/**
 * A payment as the processor sees it at one moment. Every report has the required fields, so zero and null mean none.
 * An absent field was not reported: its value is unknown.
 */
export interface PaymentSnapshot {
  processorPaymentId: string
  /** Its latest charge. Absent if there is none. */
  processorChargeId?: string
  status: IntentStatus
  currency: string
  captureMethod: 'automatic' | 'manual'
  /** The amount to pay or, once authorized, the amount that can be captured, including tips and changes made there. */
  amountCents: number
  capturedCents: number
  /** The platform's fee named by the payment; zero if it names none. */
  feeCents: number
  /** The part of the fee that the processor still holds. Absent if it was not read. */
  fee?: FeeSnapshot
  failure: { code: string; message: string } | null
  /** The payment method that was used or tried. Absent if the report does not say. */
  paymentMethod?: PaymentMethod
  /** Absent if they were not read. */
  refunds?: RefundSnapshot[]
  /** The processor lists the uncaptured part as a refund of this payment. */
  showsRelease?: boolean
  captureMemo?: Memo
}

/** Brand and digits are null if the type has none. */
export interface PaymentMethod {
  type: string
  brand: string | null
  last4: string | null
}

export interface CreatedPayment {
  snapshot: PaymentSnapshot
  clientSecret: string
  /** Present only with our seal. */
  memo?: Memo
}

/** A payment that this service created, with everything it was created with. */
export interface OwnPayment extends CreatedPayment {
  memo: Memo
  paymentId: PaymentId
  orderRef: string | null
  branch: string | null
  customerRef: string | null
  description: string | null
  createdAt: Date
}

/** Totals of the platform's fee: how much was taken, and how much was returned. */
export interface FeeSnapshot {
  /** Absent if there is no fee. */
  processorFeeId?: string
  /** The account's currency, which can differ from the payment's. Absent if there is no fee. */
  currency?: string
  amountCents: number
  refundedCents: number
}

export interface RefundSnapshot {
  processorRefundId: string
  /** The refund's id in this service, if this service created it. */
  refundId: string | null
  amountCents: number
  state: 'pending' | 'succeeded' | 'failed'
  /** Present only with our seal, which shows that the id is not copied from another refund. */
  memo?: Memo
}

/** A warning is an inquiry: no money moves. An appeal tries to recover money already lost. */
export const disputeStates = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'prevented',
  'needs_response',
  'under_review',
  'won',
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
] as const

export type DisputeState = (typeof disputeStates)[number]

export interface DisputeSnapshot {
  processorDisputeId: string
  amountCents: number
  reason: string | null
  state: DisputeState
  /** In ISO 8601. */
  openedAt?: string | null
  /** When evidence is due, in ISO 8601; null if none is asked for. */
  dueBy?: string | null
  /**
   * What the processor has withdrawn for the dispute (negative) and returned so far, oldest first. Absent or null if it
   * does not say; then we rely on the state and the amount.
   */
  movements?: DisputeMovement[] | null
}

/** In the currency of the payment. */
export interface DisputeMovement {
  id: string
  amountCents: number
}

export interface AccountSnapshot {
  accountId: string
  chargesEnabled: boolean
  payoutsEnabled: boolean
  detailsSubmitted: boolean
  disabledReason: string | null
  pastDue: boolean
  currentlyDue: string[]
}
