import type Stripe from 'stripe'
import type { PaymentIntentRecord } from '../records/payment-intent.ts'

export function toPaymentIntent(record: PaymentIntentRecord): Stripe.PaymentIntent {
  return {
    id: record.id,
    object: 'payment_intent',
    allowed_payment_method_types: record.allowed_payment_method_types,
    amount: record.amount,
    amount_capturable: record.amount_capturable,
    amount_details: record.amount_details,
    amount_received: record.amount_received,
    application: record.application,
    application_fee_amount: record.application_fee_amount,
    automatic_payment_methods: record.automatic_payment_methods,
    canceled_at: record.canceled_at,
    cancellation_reason: record.cancellation_reason,
    capture_method: record.capture_method,
    client_secret: record.client_secret,
    confirmation_method: record.confirmation_method,
    created: record.created,
    currency: record.currency,
    customer: record.customer,
    customer_account: null,
    description: record.description,
    excluded_payment_method_types: record.excluded_payment_method_types,
    last_payment_error: record.last_payment_error,
    latest_charge: record.latest_charge,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: record.metadata,
    next_action: record.next_action,
    on_behalf_of: null,
    payment_method: record.payment_method,
    payment_method_configuration_details: null,
    payment_method_options: options(record),
    payment_method_types: record.payment_method_types,
    payment_record: null,
    processing: null,
    receipt_email: record.receipt_email,
    review: null,
    setup_future_usage: record.setup_future_usage,
    shipping: record.shipping,
    source: null,
    statement_descriptor: record.statement_descriptor,
    statement_descriptor_suffix: record.statement_descriptor_suffix,
    status: record.status,
    transfer_data: null,
    transfer_group: record.transfer_group,
  }
}

function options(record: PaymentIntentRecord): Stripe.PaymentIntent.PaymentMethodOptions {
  const result: Stripe.PaymentIntent.PaymentMethodOptions = {}
  for (const type of record.payment_method_types) {
    if (type === 'card') {
      result.card = {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: record.requestThreeDSecure ?? 'automatic',
      }
    } else if (type === 'card_present') {
      result.card_present = {
        request_extended_authorization: false,
        request_incremental_authorization_support: false,
      }
    } else if (type === 'us_bank_account') {
      result.us_bank_account = { verification_method: 'automatic' }
    } else if (type === 'sepa_debit') {
      result.sepa_debit = {}
    } else if (type === 'klarna') {
      result.klarna = { preferred_locale: null }
    }
  }
  return result
}

/** The part that a browser may see with a publishable key and the client secret; only the merchant sees the rest. */
export function toPublicPaymentIntent(record: PaymentIntentRecord): object {
  return publicPart(toPaymentIntent(record))
}

export function publicPart(full: Stripe.PaymentIntent): object {
  return {
    id: full.id,
    object: full.object,
    amount: full.amount,
    amount_details: full.amount_details,
    automatic_payment_methods: full.automatic_payment_methods,
    canceled_at: full.canceled_at,
    cancellation_reason: full.cancellation_reason,
    capture_method: full.capture_method,
    client_secret: full.client_secret,
    confirmation_method: full.confirmation_method,
    created: full.created,
    currency: full.currency,
    description: full.description,
    last_payment_error: full.last_payment_error,
    livemode: full.livemode,
    next_action: full.next_action,
    payment_method: full.payment_method,
    payment_method_configuration_details: full.payment_method_configuration_details,
    payment_method_types: full.payment_method_types,
    processing: full.processing,
    receipt_email: full.receipt_email,
    setup_future_usage: full.setup_future_usage,
    shipping: full.shipping,
    source: full.source,
    status: full.status,
  }
}
