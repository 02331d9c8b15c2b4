/** The nine types that svcpay forwards. Answer 2xx to those you do not use. */
export type CallbackEvent =
  | EventOf<'payment_intent.succeeded', PaymentIntentObject>
  | EventOf<'payment_intent.processing', PaymentIntentObject>
  | EventOf<'payment_intent.payment_failed', PaymentIntentObject>
  | EventOf<'payment_intent.amount_capturable_updated', PaymentIntentObject>
  | EventOf<'payment_intent.canceled', PaymentIntentObject>
  | EventOf<'charge.refunded', ChargeObject>
  | EventOf<'charge.dispute.created', DisputeObject>
  | EventOf<'charge.dispute.closed', DisputeObject>
  | EventOf<'account.updated', AccountObject>

export type CallbackEventType = CallbackEvent['type']

interface EventOf<Type extends string, Subject> {
  /** The same value as in `Svc-Event-Id`, but signed. De-duplicate on it. */
  id: string
  type: Type
  /** Unix seconds. */
  created: number
  /** The connected account it happened on. */
  account?: string
  data: { object: Subject; previous_attributes?: Record<string, unknown> }
  [more: string]: unknown
}

/** The processor's own object. Only the most used fields are listed; the others are there, too. */
interface ProcessorObject {
  id: string
  object: string
  metadata?: PaymentMetadata
  [more: string]: unknown
}

/** The metadata of a payment intent and its charges. svcpay adds `svcPaymentId`, and any `orderRef`, `branch` and `customerRef` you gave. */
export interface PaymentMetadata {
  svcPaymentId?: string
  orderRef?: string
  branch?: string
  customerRef?: string
  [more: string]: string | undefined
}

export interface PaymentIntentObject extends ProcessorObject {
  status: string
  amount: number
  amount_received: number
  currency: string
  metadata: PaymentMetadata
  last_payment_error: { code?: string; decline_code?: string; message?: string } | null
}

export interface ChargeObject extends ProcessorObject {
  amount: number
  amount_refunded: number
  currency: string
  payment_intent: string | null
  refunded: boolean
  metadata: PaymentMetadata
}

export interface DisputeObject extends ProcessorObject {
  amount: number
  currency: string
  charge: string
  payment_intent: string | null
  reason: string
  status: string
}

export interface AccountObject extends ProcessorObject {
  charges_enabled: boolean
  payouts_enabled: boolean
}
