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
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: record.metadata,
    name: record.name,
    next_invoice_sequence: 1,
    phone: record.phone,
    preferred_locales: [],
    shipping: record.shipping,
    tax_exempt: 'none',
    test_clock: null,
  }
}
