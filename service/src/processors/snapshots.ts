import type { PaymentId } from '../ids.ts'

/**
 * What the processor keeps for us of the call that made something: by it the call is known again when our own record of
 * it is lost. Calls of earlier releases left none.
 */
export interface Memo {
  /** Digest of the caller's key and what it is for; null for a call without a key. */
  key: string | null
  /** Digest of the request. */
  digest: string
}

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled'

/**
 * A payment as the processor sees it at one moment. Every report has the required fields, so zero and null mean none.
 * An absent field was not reported, which says nothing.
 */
export interface PaymentSnapshot {
  processorPaymentId: string
  /** Its latest charge. Absent if there is none. */
  processorChargeId?: string
  status: IntentStatus
  currency: string
  captureMethod: 'automatic' | 'manual'
  /** What the customer is to pay and, once authorized, what can be captured, tips and changes there included. */
  amountCents: number
  capturedCents: number
  /** The platform's fee as the payment names it; zero if it names none. */
  feeCents: number
  /** What the processor holds of the fee. Absent if it was not read. */
  fee?: FeeSnapshot
  failure: { code: string; message: string } | null
  /** What was paid with, or tried. Absent if the report does not say. */
  paymentMethod?: PaymentMethod
  /** Absent if they were not read. */
  refunds?: RefundSnapshot[]
  /** The processor lists the uncaptured part among the refunds of this payment. */
  showsRelease?: boolean
  /** Of the call that captured it. */
  captureMemo?: Memo
}

/** Brand and digits are null where the type has none. */
export interface PaymentMethod {
  type: string
  brand: string | null
  last4: string | null
}

export interface CreatedPayment {
  snapshot: PaymentSnapshot
  clientSecret: string
  /** Only with a seal of ours. */
  memo?: Memo
}

/** A payment that this service made, with everything it was made with. */
export interface OwnPayment extends CreatedPayment {
  memo: Memo
  paymentId: PaymentId
  orderRef: string | null
  branch: string | null
  customerRef: string | null
  description: string | null
  createdAt: Date
}

/** Totals: the platform's fee that was taken, and how much of it was returned. */
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
  /** The refund's id in this service, when this service made it. */
  refundId: string | null
  amountCents: number
  state: 'pending' | 'succeeded' | 'failed'
  /** Only with a seal of ours: the id is not copied from another refund. */
  memo?: Memo
}

/** A warning is an inquiry: no money moves. An appeal asks for money back that was lost. */
export type DisputeState =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'prevented'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'
  | 'appeal_needs_response'
  | 'appeal_under_review'

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
   * What the processor took for the dispute (negative) and gave back so far, oldest first. Absent or null if it does not
   * say: then the state and the amount have to do.
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
