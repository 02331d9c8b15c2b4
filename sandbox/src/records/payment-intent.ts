import type Stripe from 'stripe'
import type { Metadata, Stored } from './stored.ts'

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

export interface PaymentIntentRecord extends Stored {
  readonly created: number
  readonly secret: string
  readonly status: Status
  readonly amount: number
  readonly amountTip: number | null
  readonly amountCapturable: number
  readonly amountReceived: number
  readonly currency: string
  readonly application: string | null
  readonly applicationFeeAmount: number | null
  readonly captureMethod: CaptureMethod
  readonly confirmationMethod: 'automatic' | 'manual'
  /** The types the caller allowed, or null for the account's own choice. */
  readonly allowedTypes: readonly string[] | null
  /** They were listed as in older API versions, rather than allowed. */
  readonly isListed?: boolean
  readonly excludedTypes: readonly string[] | null
  readonly allowRedirects: 'always' | 'never'
  readonly types: readonly string[]
  readonly paymentMethod: string | null
  readonly latestCharge: string | null
  readonly lastPaymentError: Stripe.PaymentIntent.LastPaymentError | null
  readonly nextAction: Stripe.PaymentIntent.NextAction | null
  readonly canceledAt: number | null
  readonly cancellationReason: string | null
  readonly customer: string | null
  readonly description: string | null
  readonly receiptEmail: string | null
  readonly setupFutureUsage: string | null
  readonly requestThreeDSecure?: RequestThreeDSecure
  readonly shipping: Stripe.PaymentIntent.Shipping | null
  readonly statementDescriptor: string | null
  readonly statementDescriptorSuffix: string | null
  readonly transferGroup: string | null
  /** The checkout session that it pays. */
  readonly checkoutSession?: string
  readonly metadata: Metadata
}

export function clientSecret(record: PaymentIntentRecord): string {
  return `${record.id}_secret_${record.secret}`
}

/** API versions before 2025-03-31.basil call it `automatic`. */
export function hasExpired({ cancellationReason }: PaymentIntentRecord): boolean {
  return cancellationReason === 'expired' || cancellationReason === 'automatic'
}
