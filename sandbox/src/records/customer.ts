import type Stripe from 'stripe'
import type { Metadata, Stored } from './stored.ts'

export interface CustomerRecord extends Stored {
  readonly created: number
  readonly email: string | null
  readonly name: string | null
  readonly phone: string | null
  readonly description: string | null
  readonly address: Stripe.Address | null
  readonly shipping: Stripe.Customer.Shipping | null
  readonly metadata: Metadata
  readonly invoice_prefix: string
  readonly next_invoice_sequence: number
  readonly invoice_settings: InvoiceSettings
  readonly preferred_locales: string[]
  /** Only its id is shown from now on. */
  readonly deleted?: boolean
  readonly tax_exempt: Stripe.Customer.TaxExempt
}

/** Named here so that our type declarations do not refer to the SDK's files. */
export interface InvoiceSettings extends Stripe.Customer.InvoiceSettings {}

export const noInvoiceSettings: InvoiceSettings = {
  custom_fields: null,
  default_payment_method: null,
  footer: null,
  rendering_options: null,
}
