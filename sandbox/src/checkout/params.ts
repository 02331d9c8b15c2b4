import { expandParam } from '../api/lists.ts'
import { metadata } from '../api/metadata.ts'
import {
  email,
  type Field,
  hash,
  ignored,
  integer,
  list,
  nonNegativeInteger,
  oneOf,
  positiveInteger,
  refused,
  required,
  text,
} from '../api/params.ts'
import { statementDescriptor, statementDescriptorSuffix } from '../api/statement-descriptor.ts'
import { typesParams } from '../payment-methods/allowed-types.ts'

const lineItem = hash({
  price: refused,
  price_data: required(
    hash({
      currency: required(text),
      product: text,
      product_data: hash({
        name: required(text),
        description: ignored,
        images: ignored,
        metadata: ignored,
        tax_code: ignored,
        tax_details: ignored,
        unit_label: ignored,
      }),
      recurring: refused,
      tax_behavior: ignored,
      unit_amount: required(nonNegativeInteger),
      unit_amount_decimal: refused,
    }),
  ),
  quantity: positiveInteger,
  adjustable_quantity: ignored,
  dynamic_tax_rates: refused,
  metadata: ignored,
  tax_rates: refused,
})

/** Subscriptions and saved cards are not simulated. */
const mode: Field<'payment' | undefined> = (value, name) => {
  const chosen = oneOf('payment', 'setup', 'subscription')(value, name)
  return chosen === 'payment' || chosen === undefined ? chosen : refused(value, `${name}=${chosen}`)
}

/** Older versions call it `hosted`. */
const uiMode: Field<string | undefined> = (value, name) =>
  value === 'hosted' || value === 'hosted_page' ? value : refused(value, name)

export const createParams = {
  /** Read first: a mode that is not simulated is refused as such, not for missing line items. */
  mode,
  ...named(
    refused,
    'after_expiration',
    'allow_promotion_codes',
    'automatic_tax',
    'customer_account',
    'discounts',
    'invoice_creation',
    'managed_payments',
    'optional_items',
    'redirect_on_completion',
    'return_url',
    'setup_intent_data',
    'shipping_options',
    'subscription_data',
    'tax_id_collection',
  ),
  cancel_url: text,
  client_reference_id: text,
  currency: text,
  customer: text,
  customer_creation: oneOf('always', 'if_required'),
  customer_email: email,
  expires_at: integer,
  line_items: required(list(lineItem)),
  locale: text,
  metadata,
  payment_intent_data: hash({
    application_fee_amount: nonNegativeInteger,
    capture_method: oneOf('automatic', 'automatic_async', 'manual'),
    description: text,
    metadata,
    on_behalf_of: refused,
    receipt_email: email,
    setup_future_usage: oneOf('off_session', 'on_session'),
    shipping: ignored,
    statement_descriptor: statementDescriptor,
    statement_descriptor_suffix: statementDescriptorSuffix,
    transfer_data: refused,
    transfer_group: text,
  }),
  submit_type: oneOf('auto', 'book', 'donate', 'pay', 'subscribe'),
  success_url: required(text),
  ui_mode: uiMode,
  ...typesParams,
  /** These only concern the look of the page, or the data that it collects. */
  ...named(
    ignored,
    'adaptive_pricing',
    'billing_address_collection',
    'branding_settings',
    'consent_collection',
    'custom_fields',
    'custom_text',
    'customer_update',
    'excluded_payment_method_types',
    'integration_identifier',
    'name_collection',
    'origin_context',
    'payment_method_collection',
    'payment_method_configuration',
    'payment_method_data',
    'payment_method_options',
    'permissions',
    'phone_number_collection',
    'saved_payment_method_options',
    'shipping_address_collection',
    'wallet_options',
  ),
  ...expandParam,
}

function named<F, const N extends string>(field: F, ...names: N[]): Record<N, F> {
  return Object.fromEntries(names.map(name => [name, field])) as Record<N, F>
}
