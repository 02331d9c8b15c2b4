import { Stripe } from 'stripe'
import type { Refusal } from '../outcomes.ts'

type StripeError = InstanceType<typeof Stripe.errors.StripeError>

/** Our field behind each of Stripe's parameters. The caller cannot set any other parameter. */
const fieldOfParam: Record<string, string> = {
  amount: 'amountCents',
  amount_to_capture: 'amountCents',
  currency: 'currency',
  capture_method: 'captureMethod',
  allowed_payment_method_types: 'paymentMethodTypes',
  payment_method_types: 'paymentMethodTypes',
  customer: 'customerRef',
  description: 'description',
  'metadata[orderRef]': 'orderRef',
  'metadata[branch]': 'branch',
  'metadata[customerRef]': 'customerRef',
  reason: 'reason',
  refund_application_fee: 'refundApplicationFee',
  display_name: 'displayName',
  address: 'line1',
  'address[line1]': 'line1',
  'address[line2]': 'line2',
  'address[city]': 'city',
  'address[state]': 'state',
  'address[postal_code]': 'postalCode',
  'address[country]': 'country',
  registration_code: 'registrationCode',
  location: 'locationId',
  label: 'label',
  email: 'email',
  country: 'country',
  return_url: 'returnUrl',
  refresh_url: 'refreshUrl',
  starting_after: 'startingAfter',
  limit: 'limit',
}

/** Codes that mean the same with any parameter. The field is used if Stripe names no parameter. */
const meaningOfCode: Record<string, { reason: Refusal['reason']; field?: string }> = {
  amount_too_large: { reason: 'invalid', field: 'amountCents' },
  amount_too_small: { reason: 'invalid', field: 'amountCents' },
  charge_exceeds_transaction_limit: { reason: 'invalid', field: 'amountCents' },
  invalid_charge_amount: { reason: 'invalid', field: 'amountCents' },
  payment_intent_incompatible_payment_method: { reason: 'invalid', field: 'paymentMethodTypes' },
  payment_method_currency_mismatch: { reason: 'invalid', field: 'currency' },
  payment_method_not_available: { reason: 'invalid', field: 'paymentMethodTypes' },
  payment_method_unactivated: { reason: 'invalid', field: 'paymentMethodTypes' },
  payment_method_unsupported_type: { reason: 'invalid', field: 'paymentMethodTypes' },
  account_country_invalid_address: { reason: 'invalid', field: 'country' },
  country_code_invalid: { reason: 'invalid', field: 'country' },
  country_unsupported: { reason: 'invalid', field: 'country' },
  terminal_location_country_unsupported: { reason: 'invalid', field: 'country' },
  email_invalid: { reason: 'invalid', field: 'email' },
  postal_code_invalid: { reason: 'invalid', field: 'postalCode' },
  state_unsupported: { reason: 'invalid', field: 'state' },
  url_invalid: { reason: 'invalid', field: 'returnUrl' },

  account_invalid: { reason: 'wrong_state' },
  balance_insufficient: { reason: 'wrong_state' },
  capability_not_active: { reason: 'wrong_state' },
  capture_charge_authorization_expired: { reason: 'wrong_state' },
  capture_unauthorized_payment: { reason: 'wrong_state' },
  charge_already_captured: { reason: 'wrong_state' },
  charge_already_refunded: { reason: 'wrong_state' },
  charge_disputed: { reason: 'wrong_state' },
  charge_expired_for_capture: { reason: 'wrong_state' },
  charge_not_refundable: { reason: 'wrong_state' },
  insufficient_funds: { reason: 'wrong_state' },
  intent_invalid_state: { reason: 'wrong_state' },
  payment_intent_unexpected_state: { reason: 'wrong_state' },
  refund_disputed_payment: { reason: 'wrong_state' },
  resource_already_exists: { reason: 'wrong_state' },
  testmode_charges_only: { reason: 'wrong_state' },

  application_fees_not_allowed: { reason: 'failed' },
  livemode_mismatch: { reason: 'failed' },
  not_allowed_on_standard_account: { reason: 'failed' },
  parameter_unknown: { reason: 'failed' },
  platform_account_required: { reason: 'failed' },
}

/** Parameters that name the payment itself: an error about one is about the payment's state. */
const ofThePayment = new Set(['payment_intent', 'intent', 'charge'])

export function refusalOf(error: StripeError): Refusal {
  return {
    ...meaningOf(error),
    code: error.code ?? error.rawType ?? null,
    message: withoutKeys(error.message),
    ...(error.code === 'resource_missing' && error.statusCode === 404 ? { isMissing: true } : {}),
  }
}

function meaningOf(error: StripeError): Pick<Refusal, 'reason' | 'field'> {
  const { code = '', param, statusCode } = error
  if (error instanceof Stripe.errors.StripeRateLimitError) return { reason: 'busy' }
  if (error instanceof Stripe.errors.StripeIdempotencyError) return { reason: 'key_conflict' }
  if (statusCode === 403 && code === 'account_invalid') return { reason: 'gone' }
  if (statusCode === 401 || statusCode === 403) return { reason: 'turned_away' }
  // The parameters were valid, but the call failed: a declined capture, for example.
  if (statusCode === 402) return { reason: 'wrong_state' }
  const field = fieldOf(param)
  const known = meaningOfCode[code]
  if (known) return known.reason === 'invalid' && field ? { ...known, field } : known
  if (field) return { reason: 'invalid', field }
  if (param && ofThePayment.has(param) && code !== 'resource_missing') return { reason: 'wrong_state' }
  // A path or parameter that the caller cannot set is our mistake.
  return { reason: param || statusCode === 404 ? 'failed' : 'invalid' }
}

/** Stripe may name a part of a parameter: `payment_method_types[0]`. */
function fieldOf(param: string | undefined): string | undefined {
  if (!param) return undefined
  return fieldOfParam[param] ?? fieldOfParam[param.replace(/\[.*$/, '')]
}

/** Stripe quotes parts of a secret key that it refuses; callers must not see them. */
function withoutKeys(message: string): string {
  return message.replaceAll(/\b[srp]k_\w+[\w*]*/g, '[key]')
}
