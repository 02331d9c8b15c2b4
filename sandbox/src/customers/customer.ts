import type Stripe from 'stripe'
import type { Metadata } from '../http/params.ts'
import type { Stored } from '../store/table.ts'

export interface CustomerRecord extends Stored {
  readonly created: number
  readonly email: string | null
  readonly name: string | null
  readonly phone: string | null
  readonly description: string | null
  readonly address: Stripe.Address | null
  readonly shipping: Stripe.Customer.Shipping | null
  readonly metadata: Metadata
  readonly invoicePrefix: string
  readonly invoiceSettings?: InvoiceSettings
  readonly preferredLocales?: readonly string[]
  readonly taxExempt?: Stripe.Customer.TaxExempt
}

/** A name of our own, so that declarations need not point into the SDK's files. */
export interface InvoiceSettings extends Stripe.Customer.InvoiceSettings {}

export const noInvoiceSettings: InvoiceSettings = {
  custom_fields: null,
  default_payment_method: null,
  footer: null,
  rendering_options: null,
}

export function toCustomer(record: CustomerRecord): Stripe.Customer {
  return {
    id: record.id,
    object: 'customer',
    address: record.address,
    balance: 0,
    created: record.created,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: record.description,
    discount: null,
    email: record.email,
    invoice_prefix: record.invoicePrefix,
    invoice_settings: record.invoiceSettings ?? noInvoiceSettings,
    livemode: false,
    metadata: record.metadata,
    name: record.name,
    next_invoice_sequence: 1,
    phone: record.phone,
    preferred_locales: [...(record.preferredLocales ?? [])],
    shipping: record.shipping,
    tax_exempt: record.taxExempt ?? 'none',
    test_clock: null,
  }
}
