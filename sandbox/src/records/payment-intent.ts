import type Stripe from 'stripe'
import type { Shown, Stored } from './stored.ts'

export type Status =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled'

export type CaptureMethod = 'automatic' | 'automatic_async' | 'manual'

/** `any` and `challenge` ask for 3-D Secure although the bank may not require it. */
export type RequestThreeDSecure = 'automatic' | 'any' | 'challenge'

type Added =
  | 'managed_payments'
  | 'payment_method_configuration_details'
  | 'payment_method_options'
  | 'payment_record'
  | 'processing'
  | 'review'
  | 'source'

export interface PaymentIntentRecord extends Stored, Shown<Stripe.PaymentIntent, Added> {
  readonly status: Status
  readonly amount_details: Stripe.PaymentIntent.AmountDetails
  readonly capture_method: CaptureMethod
  readonly client_secret: string
  readonly requestThreeDSecure?: RequestThreeDSecure
  /** The checkout session that it pays. */
  readonly checkoutSession?: string
}

/** API versions before 2025-03-31.basil call it `automatic`. */
export function hasExpired({ cancellation_reason: reason }: PaymentIntentRecord): boolean {
  return reason === 'expired' || reason === 'automatic'
}
