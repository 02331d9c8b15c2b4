import { type ApiError, invalidRequest } from '../api/errors.ts'
import { list, text } from '../api/params.ts'
import type { RequestVersion } from '../api/version.ts'
import type { PaymentIntentRecord } from '../records/payment-intent.ts'
import { currenciesOf, simulatedTypes, takesCurrency } from '../simulated/payment-method-types.ts'

/** Older API versions have `payment_method_types`, newer ones `allowed_payment_method_types`, some have both. */
export const typesParams = { allowed_payment_method_types: list(text), payment_method_types: list(text) }

interface TypesInput {
  readonly allowed_payment_method_types: string[] | undefined
  readonly payment_method_types: string[] | undefined
}

/** The types that a request allows, or null if it leaves the choice to the account. */
export function allowedTypes(
  { allowed_payment_method_types: allowed, payment_method_types: listed }: TypesInput,
  version: RequestVersion,
): string[] | null {
  if (listed && version.includes('no_payment_method_types')) throw noLongerSupported()
  if (allowed && listed) throw exclusive('payment_method_types', 'allowed_payment_method_types')
  if (allowed) return checkTypes(allowed, 'allowed_payment_method_types')
  return listed ? checkTypes(listed, 'payment_method_types') : null
}

export type ChosenTypes = Pick<
  PaymentIntentRecord,
  'allowed_payment_method_types' | 'automatic_payment_methods' | 'payment_method_types'
>

/** The payment intent's fields for the types that a request allows or, in older versions, lists. */
export function chosenTypes(types: string[], currency: string, input: TypesInput): ChosenTypes {
  return {
    allowed_payment_method_types: input.payment_method_types ? null : types,
    automatic_payment_methods: null,
    payment_method_types: compatibleTypes(types, currency, input),
  }
}

/** The allowed types that support the currency. Older versions refuse the others instead of dropping them. */
export function compatibleTypes(types: string[], currency: string, input: TypesInput): string[] {
  if (input.payment_method_types) for (const type of types) requireCurrency(type, currency)
  const compatible = types.filter(type => takesCurrency(type, currency))
  if (compatible.length > 0) return compatible
  const message =
    'No valid payment method types for this Payment Intent. Please ensure that you have activated payment methods compatible with your chosen currency in your dashboard.'
  throw invalidRequest(message, { param: 'currency' })
}

function requireCurrency(type: string, currency: string): void {
  const supported = currenciesOf(type)
  if (!supported || supported.includes(currency)) return
  const message = `The currency provided (${currency}) is invalid for the payment method type ${type}. This payment method type supports the following currencies: ${supported.join(', ')}.`
  throw invalidRequest(message, { param: 'currency', code: 'payment_method_currency_mismatch' })
}

function checkTypes(types: string[], param: string): string[] {
  if (types.length === 0) throw invalidRequest('You must allow at least one payment method type.', { param })
  const at = types.findIndex(type => !simulatedTypes.includes(type))
  if (at < 0) return types
  const message = `The payment method type "${types[at]}" is invalid. This sandbox simulates: ${simulatedTypes.join(', ')}.`
  throw invalidRequest(message, { param: `${param}[${at}]` })
}

export function exclusive(one: string, other: string): ApiError {
  const message = `You may only specify one of these parameters: ${one}, ${other}.`
  return invalidRequest(message, { param: other })
}

function noLongerSupported(): ApiError {
  const message =
    'The `payment_method_types` parameter is no longer supported in this API version. Use `allowed_payment_method_types` or `automatic_payment_methods` instead, or set an older Stripe-Version.'
  const param = 'payment_method_types'
  return invalidRequest(message, { code: 'payment_method_types_no_longer_supported', param })
}
