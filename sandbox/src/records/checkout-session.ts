import type Stripe from 'stripe'
import type { CaptureMethod } from './payment-intent.ts'
import type { Metadata, Stored } from './stored.ts'

export interface LineItemRecord {
  readonly id: string
  readonly price: string
  readonly product: string
  readonly name: string
  readonly unitAmount: number
  readonly quantity: number
}

/** What the session's payment will be created with. */
interface PaymentData {
  readonly application_fee_amount: number | undefined
  readonly capture_method: CaptureMethod | undefined
  readonly description: string | undefined
  readonly receipt_email: string | undefined
  readonly setup_future_usage: 'off_session' | 'on_session' | undefined
  readonly statement_descriptor: string | undefined
  readonly statement_descriptor_suffix: string | undefined
  readonly transfer_group: string | undefined
  readonly metadata: Metadata
}

export interface CheckoutSessionRecord extends Stored {
  readonly created: number
  readonly expiresAt: number
  readonly url: string
  readonly status: 'open' | 'complete' | 'expired'
  readonly isPaid: boolean
  readonly application: string | null
  readonly currency: string
  readonly lineItems: readonly LineItemRecord[]
  readonly allowedTypes: readonly string[] | null
  readonly types: readonly string[]
  readonly successUrl: string
  readonly cancelUrl: string | null
  readonly customer: string | null
  readonly customerEmail: string | null
  readonly clientReferenceId: string | null
  readonly locale: string | null
  readonly submitType: Stripe.Checkout.Session.SubmitType | null
  readonly payer: { readonly name: string | null; readonly email: string | null } | null
  readonly paymentData: PaymentData
  /** There is none until the shopper pays. */
  readonly paymentIntent: string | null
  readonly metadata: Metadata
}

export function totalOf({ lineItems }: Pick<CheckoutSessionRecord, 'lineItems'>): number {
  return lineItems.reduce((sum, item) => sum + item.unitAmount * item.quantity, 0)
}
