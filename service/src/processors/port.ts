/** What the service asks of a processor, in the service's own words. */
export interface Processor {
  readonly name: string
  /** Given to browsers, with the account, to complete a payment. */
  readonly publishableKey: string
  createPayment(call: Call, payment: NewPayment): Promise<Outcome<CreatedPayment>>
  capturePayment(call: Call, capture: Capture): Promise<Outcome<PaymentSnapshot>>
  cancelPayment(call: Call, processorPaymentId: string): Promise<Outcome<PaymentSnapshot>>
  refundPayment(call: Call, refund: NewRefund): Promise<Outcome<RefundSnapshot>>
  /** The payment as it is now, with all its refunds. */
  readPayment(accountId: string, processorPaymentId: string): Promise<Outcome<PaymentSnapshot>>
  createAccount(idempotencyKey: string, account: NewAccount): Promise<Outcome<AccountSnapshot>>
}

/** Unknown is never treated as failed: the effect may have happened, and asking again with the same key tells. */
export type Outcome<Value> =
  | { kind: 'done'; value: Value }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'unknown'; reason: string }

export interface Refusal {
  /** `turned_away`: not looked at, so it says nothing about an earlier try with the same key. */
  reason: 'invalid' | 'wrong_state' | 'key_conflict' | 'turned_away' | 'failed'
  code: string | null
  message: string
}

/** Where a call goes, and the key that makes asking twice harmless. */
export interface Call {
  accountId: string
  idempotencyKey: string
}

export interface NewPayment {
  amountCents: number
  feeCents: number
  currency: string
  captureMethod: 'automatic' | 'manual'
  paymentMethodTypes: string[] | null
  customerId: string | null
  description: string | null
  metadata: Record<string, string>
}

export interface CreatedPayment {
  snapshot: PaymentSnapshot
  clientSecret: string
}

export interface Capture {
  processorPaymentId: string
  amountCents: number
  /** Null leaves the fee as it was authorized. */
  feeCents: number | null
}

export interface NewRefund {
  processorPaymentId: string
  amountCents: number
  reason: RefundReason | null
  returnFee: boolean
  metadata: Record<string, string>
}

export type RefundReason = 'requested_by_customer' | 'duplicate' | 'fraudulent'

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled'

/** A payment as the processor sees it at some moment. Amounts are totals, so a later one includes the earlier. */
export interface PaymentSnapshot {
  processorPaymentId: string
  status: IntentStatus
  /** What is asked of the customer: more than was created when a tip was added at the reader. */
  amountCents: number
  capturedCents: number
  failure: { code: string; message: string } | null
  /** Absent when the processor did not say, which is not the same as none. */
  refunds?: RefundSnapshot[]
}

export interface RefundSnapshot {
  processorRefundId: string
  /** The refund's id in this service, when this service made it. */
  refundId: string | null
  amountCents: number
  state: 'pending' | 'succeeded' | 'failed'
}

export interface NewAccount {
  email: string | null
  country: string
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
