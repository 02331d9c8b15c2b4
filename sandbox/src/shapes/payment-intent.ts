import type Stripe from 'stripe'
import { clientSecret, type PaymentIntentRecord } from '../records/payment-intent.ts'

export function toPaymentIntent(record: PaymentIntentRecord): Stripe.PaymentIntent {
  return {
    id: record.id,
    object: 'payment_intent',
    allowed_payment_method_types: record.allowedTypes && !record.isListed ? [...record.allowedTypes] : null,
    amount: record.amount,
    amount_capturable: record.amountCapturable,
    amount_details: { tip: record.amountTip === null ? {} : { amount: record.amountTip } },
    amount_received: record.amountReceived,
    application: record.application,
    application_fee_amount: record.applicationFeeAmount,
    automatic_payment_methods: record.allowedTypes
      ? null
      : { allow_redirects: record.allowRedirects, enabled: true },
    canceled_at: record.canceledAt,
    cancellation_reason: record.cancellationReason,
    capture_method: record.captureMethod,
    client_secret: clientSecret(record),
    confirmation_method: record.confirmationMethod,
    created: record.created,
    currency: record.currency,
    customer: record.customer,
    customer_account: null,
    description: record.description,
    excluded_payment_method_types: record.excludedTypes ? [...record.excludedTypes] : null,
    last_payment_error: record.lastPaymentError,
    latest_charge: record.latestCharge,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: record.metadata,
    next_action: record.nextAction,
    on_behalf_of: null,
    payment_method: record.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: options(record),
    payment_method_types: [...record.types],
    payment_record: null,
    processing: null,
    receipt_email: record.receiptEmail,
    review: null,
    setup_future_usage: record.setupFutureUsage,
    shipping: record.shipping,
    source: null,
    statement_descriptor: record.statementDescriptor,
    statement_descriptor_suffix: record.statementDescriptorSuffix,
    status: record.status,
    transfer_data: null,
    transfer_group: record.transferGroup,
  }
}

function options(record: PaymentIntentRecord): Stripe.PaymentIntent.PaymentMethodOptions {
  const result: Stripe.PaymentIntent.PaymentMethodOptions = {}
  for (const type of record.types) {
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

/** What a browser may see with a publishable key and the client secret; the rest is the merchant's. */
export function toPublicPaymentIntent(record: PaymentIntentRecord): PublicPaymentIntent {
  return publicPart(toPaymentIntent(record))
}

export function publicPart(full: Stripe.PaymentIntent): PublicPaymentIntent {
  return {
    id: full.id,
    object: full.object,
    amount: full.amount,
    amount_details: full.amount_details ?? {},
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

interface PublicPaymentIntent
  extends Pick<
    Stripe.PaymentIntent,
    | 'id'
    | 'object'
    | 'amount'
    | 'amount_details'
    | 'automatic_payment_methods'
    | 'canceled_at'
    | 'cancellation_reason'
    | 'capture_method'
    | 'client_secret'
    | 'confirmation_method'
    | 'created'
    | 'currency'
    | 'description'
    | 'last_payment_error'
    | 'livemode'
    | 'next_action'
    | 'payment_method'
    | 'payment_method_configuration_details'
    | 'payment_method_types'
    | 'processing'
    | 'receipt_email'
    | 'setup_future_usage'
    | 'shipping'
    | 'source'
    | 'status'
  > {}
