import { checkAmount, checkCurrency } from '../api/amounts.ts'
import { invalidRequest } from '../api/errors.ts'
import { find } from '../api/find.ts'
import { changeMetadata } from '../api/metadata.ts'
import type { ParamsOf } from '../api/params.ts'
import type { Call } from '../api/route.ts'
import type { RequestVersion } from '../api/version.ts'
import { requireChargeable } from '../connect/require-chargeable.ts'
import { emit } from '../events/emit.ts'
import { allowedTypes, type ChosenTypes, chosenTypes, exclusive } from '../payment-methods/allowed-types.ts'
import { createPaymentMethod } from '../payment-methods/create-payment-method.ts'
import { requireUsable } from '../payment-methods/ownership.ts'
import { usePaymentMethod } from '../payment-methods/use-payment-method.ts'
import type { CaptureMethod, PaymentIntentRecord } from '../records/payment-intent.ts'
import type { PaymentMethodRecord } from '../records/payment-method.ts'
import { automaticTypes } from '../simulated/payment-method-types.ts'
import type { Tx } from '../store/store.ts'
import { checkFee } from './fee-amount.ts'
import type { createParams } from './params.ts'

type Input = ParamsOf<typeof createParams>

export function createIntent(
  tx: Tx,
  { account, application, version }: Pick<Call<Input>, 'account' | 'application' | 'version'>,
  input: Input,
): { intent: PaymentIntentRecord; method: PaymentMethodRecord | null } {
  requireChargeable(tx, account)
  if (input.off_session !== undefined && !input.confirm) {
    throw invalidRequest('`off_session` can only be used with `confirm=true`.', { param: 'off_session' })
  }
  const currency = checkCurrency(input.currency)
  checkAmount(input.amount, currency)
  checkFee(input.application_fee_amount, input.amount, application)
  if (input.customer !== undefined) find(tx, 'customer', account, input.customer, 'customer', 400)
  const method = methodOf(tx, account, input, input.customer ?? null)
  const types = typesFor(input, currency, version)
  if (input.statement_descriptor !== undefined) requireNoCard(types)
  const id = `pi_3${tx.random(23)}`
  const intent = tx.put('payment_intent', {
    id,
    account,
    seq: tx.nextSeq(),
    created: tx.now,
    client_secret: `${id}_secret_${tx.random(25)}`,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    amount: input.amount,
    amount_details: { tip: {} },
    amount_capturable: 0,
    amount_received: 0,
    currency,
    application,
    application_fee_amount: input.application_fee_amount ?? null,
    capture_method: input.capture_method ?? usualCapture(version),
    confirmation_method: input.confirmation_method ?? 'automatic',
    ...types,
    payment_method: method?.id ?? null,
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
    canceled_at: null,
    cancellation_reason: null,
    customer: input.customer ?? null,
    description: input.description ?? null,
    receipt_email: input.receipt_email ?? null,
    setup_future_usage: input.setup_future_usage ?? null,
    ...input.payment_method_options,
    shipping: input.shipping ?? null,
    statement_descriptor: input.statement_descriptor ?? null,
    statement_descriptor_suffix: input.statement_descriptor_suffix ?? null,
    transfer_group: input.transfer_group ?? null,
    metadata: changeMetadata({}, input.metadata),
  })
  emit(tx, 'payment_intent.created', 'payment_intent', intent)
  return { intent, method }
}

/** A card's descriptor starts with the account's own; only the suffix can be chosen. */
export function requireNoCard(types: ChosenTypes): void {
  if (types.automatic_payment_methods || !types.payment_method_types.includes('card')) return
  const message =
    'The statement_descriptor parameter is not supported for the payment_method_type `card`. To continue supporting payment_method_type `card`, please pass in `statement_descriptor_suffix` or remove the `statement_descriptor` parameter altogether. Please see https://support.stripe.com/questions/use-of-the-statement-descriptor-parameter-on-paymentintents-for-card-charges for additional details.'
  throw invalidRequest(message, { param: 'statement_descriptor' })
}

function usualCapture(version: RequestVersion): CaptureMethod {
  return version.includes('asynchronous_capture') ? 'automatic_async' : 'automatic'
}

export function methodOf(
  tx: Tx,
  account: string,
  input: Pick<Input, 'payment_method' | 'payment_method_data'>,
  customer: string | null,
): PaymentMethodRecord | null {
  if (input.payment_method !== undefined) {
    const method = usePaymentMethod(tx, account, input.payment_method)
    requireUsable(method, customer)
    return method
  }
  return input.payment_method_data ? createPaymentMethod(tx, account, input.payment_method_data) : null
}

type Types = ChosenTypes & Pick<PaymentIntentRecord, 'excluded_payment_method_types'>

function typesFor(input: Input, currency: string, version: RequestVersion): Types {
  const automatic = input.automatic_payment_methods
  const excluded_payment_method_types = input.excluded_payment_method_types ?? null
  const allowed = allowedTypes(input, version)
  if (allowed) {
    const param = input.payment_method_types ? 'payment_method_types' : 'allowed_payment_method_types'
    if (automatic?.enabled) throw exclusive('automatic_payment_methods', param)
    return { ...chosenTypes(allowed, currency, input), excluded_payment_method_types }
  }
  if (!(automatic?.enabled ?? version.includes('automatic_payment_methods'))) {
    const listed = { ...input, payment_method_types: ['card'] }
    return { ...chosenTypes(['card'], currency, listed), excluded_payment_method_types }
  }
  const allow_redirects = automatic?.allow_redirects ?? 'always'
  const offered = automaticTypes(currency, allow_redirects === 'always')
  return {
    allowed_payment_method_types: null,
    automatic_payment_methods: { allow_redirects, enabled: true },
    excluded_payment_method_types,
    payment_method_types: offered.filter(type => !excluded_payment_method_types?.includes(type)),
  }
}
