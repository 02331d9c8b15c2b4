import type Stripe from 'stripe'
import type { SetupIntentRecord } from '../records/setup-intent.ts'

export function toSetupIntent(record: SetupIntentRecord): Stripe.SetupIntent {
  return {
    id: record.id,
    object: 'setup_intent',
    allowed_payment_method_types: record.allowed_payment_method_types,
    application: record.application,
    automatic_payment_methods: record.allowed_payment_method_types
      ? null
      : { allow_redirects: 'always', enabled: true },
    cancellation_reason: record.cancellation_reason,
    client_secret: record.client_secret,
    created: record.created,
    customer: record.customer,
    customer_account: null,
    description: record.description,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: record.last_setup_error,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: record.metadata,
    next_action: record.next_action,
    on_behalf_of: null,
    payment_method: record.payment_method,
    payment_method_configuration_details: null,
    payment_method_options: record.payment_method_types.includes('card') ? { card: cardOptions } : {},
    payment_method_types: record.payment_method_types,
    single_use_mandate: null,
    status: record.status,
    usage: record.usage,
  }
}

const cardOptions = { mandate_options: null, network: null, request_three_d_secure: 'automatic' } as const

/** The part that a browser may see with a publishable key and the client secret. */
export function toPublicSetupIntent(record: SetupIntentRecord): object {
  const full = toSetupIntent(record)
  return {
    id: full.id,
    object: full.object,
    automatic_payment_methods: full.automatic_payment_methods,
    cancellation_reason: full.cancellation_reason,
    client_secret: full.client_secret,
    created: full.created,
    description: full.description,
    last_setup_error: full.last_setup_error,
    livemode: full.livemode,
    next_action: full.next_action,
    payment_method: full.payment_method,
    payment_method_configuration_details: full.payment_method_configuration_details,
    payment_method_types: full.payment_method_types,
    status: full.status,
    usage: full.usage,
  }
}
