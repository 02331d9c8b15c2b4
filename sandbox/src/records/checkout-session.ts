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

/** The parameters for the session's payment. */
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
  readonly expires_at: number
  readonly url: string
  readonly status: 'open' | 'complete' | 'expired'
  readonly payment_status: 'paid' | 'unpaid'
  readonly application: string | null
  readonly currency: string
  readonly lineItems: readonly LineItemRecord[]
  readonly allowed_payment_method_types: string[] | null
  readonly payment_method_types: string[]
  readonly success_url: string
  readonly cancel_url: string | null
  readonly customer: string | null
  readonly customer_email: string | null
  readonly client_reference_id: string | null
  readonly locale: string | null
  readonly submit_type: Stripe.Checkout.Session.SubmitType | null
  readonly customer_details: { readonly name: string | null; readonly email: string | null } | null
  readonly paymentData: PaymentData
  /** There is none until the shopper pays. */
  readonly payment_intent: string | null
  readonly metadata: Metadata
}

export function totalOf({ lineItems }: Pick<CheckoutSessionRecord, 'lineItems'>): number {
  return lineItems.reduce((sum, item) => sum + item.unitAmount * item.quantity, 0)
}
