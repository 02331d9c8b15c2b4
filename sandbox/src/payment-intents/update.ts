import { checkAmount, checkCurrency } from '../api/amounts.ts'
import { find } from '../api/find.ts'
import { changeMetadata } from '../api/metadata.ts'
import { type ParamsOf, sent } from '../api/params.ts'
import type { Call } from '../api/route.ts'
import { allowedTypes, chosenTypes, compatibleTypes } from '../payment-methods/allowed-types.ts'
import type { PaymentIntentRecord, Status } from '../records/payment-intent.ts'
import { automaticTypes } from '../simulated/payment-method-types.ts'
import { methodOf, requireNoCard } from './create.ts'
import { checkFee } from './fee-amount.ts'
import { requireStatus } from './find.ts'
import type { updateParams } from './params.ts'

type Input = ParamsOf<typeof updateParams>

const open: readonly Status[] = ['requires_payment_method', 'requires_confirmation', 'requires_action']

export function updateIntent(
  { tx, version }: Pick<Call<Input>, 'tx' | 'version'>,
  intent: PaymentIntentRecord,
  input: Input,
): PaymentIntentRecord {
  for (const field of [
    'amount',
    'currency',
    'capture_method',
    'payment_method',
    'payment_method_data',
  ] as const) {
    if (input[field] === undefined) continue
    const refusal = `This PaymentIntent's ${field} could not be updated because it has a status of ${intent.status}. You may only update the ${field} of a PaymentIntent with one of the following statuses: ${open.join(', ')}.`
    requireStatus(intent, open, refusal)
  }
  const changed = {
    ...intent,
    ...sent(
      input,
      'amount',
      'application_fee_amount',
      'capture_method',
      'customer',
      'description',
      'receipt_email',
      'setup_future_usage',
      'shipping',
      'statement_descriptor',
      'statement_descriptor_suffix',
      'transfer_group',
    ),
    ...input.payment_method_options,
    currency: input.currency === undefined ? intent.currency : checkCurrency(input.currency),
    metadata: changeMetadata(intent.metadata, input.metadata),
  }
  const { amount, application_fee_amount: fee, currency, customer } = changed
  if (input.amount !== undefined || input.currency !== undefined) checkAmount(amount, currency)
  checkFee(fee, amount, intent.application)
  if (input.customer !== undefined) find(tx, 'customer', intent.account, input.customer, 'customer', 400)
  const allowed = allowedTypes(input, version)
  const next = {
    ...changed,
    ...(allowed
      ? chosenTypes(allowed, currency, input)
      : { payment_method_types: sameTypes(intent, currency, input) }),
  }
  if (input.statement_descriptor) requireNoCard(next)
  const method = methodOf(tx, intent.account, input, customer)
  return tx.put('payment_intent', {
    ...next,
    ...(method
      ? { payment_method: method.id, status: 'requires_confirmation' as const, next_action: null }
      : {}),
  })
}

/** A changed currency changes which types can be used. */
function sameTypes(intent: PaymentIntentRecord, currency: string, input: Input): string[] {
  const automatic = intent.automatic_payment_methods
  if (!automatic) {
    const types = intent.allowed_payment_method_types ?? intent.payment_method_types
    return compatibleTypes(types, currency, input)
  }
  const offered = automaticTypes(currency, automatic.allow_redirects === 'always')
  return offered.filter(type => !intent.excluded_payment_method_types?.includes(type))
}
