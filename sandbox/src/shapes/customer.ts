import type Stripe from 'stripe'
import type { CustomerRecord } from '../records/customer.ts'

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
    invoice_prefix: record.invoice_prefix,
    invoice_settings: record.invoice_settings,
    livemode: false,
    metadata: record.metadata,
    name: record.name,
    next_invoice_sequence: record.next_invoice_sequence,
    phone: record.phone,
    preferred_locales: record.preferred_locales,
    shipping: record.shipping,
    tax_exempt: record.tax_exempt,
    test_clock: null,
  }
}

export function deletedCustomer(id: string): Stripe.DeletedCustomer {
  return { id, object: 'customer', deleted: true }
}
