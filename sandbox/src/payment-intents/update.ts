import { checkAmount, checkCurrency } from '../api/amounts.ts'
import { find } from '../api/find.ts'
import { changeMetadata } from '../api/metadata.ts'
import type { ParamsOf } from '../api/params.ts'
import type { Call } from '../api/route.ts'
import { allowedTypes, compatibleTypes, isListed } from '../payment-methods/allowed-types.ts'
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
  const currency = input.currency === undefined ? intent.currency : checkCurrency(input.currency)
  const amount = input.amount ?? intent.amount
  if (input.amount !== undefined || input.currency !== undefined) checkAmount(amount, currency)
  const fee = chosen(input.application_fee_amount, intent.applicationFeeAmount)
  checkFee(fee, amount, intent.application)
  if (input.customer !== undefined) find(tx, 'customer', intent.account, input.customer, 'customer', 400)
  const allowed = allowedTypes(input, version) ?? intent.allowedTypes
  if (input.statement_descriptor) requireNoCard(allowed)
  const method = methodOf(tx, intent.account, input, input.customer ?? intent.customer)
  return tx.put('payment_intent', {
    ...intent,
    amount,
    currency,
    applicationFeeAmount: fee,
    captureMethod: input.capture_method ?? intent.captureMethod,
    allowedTypes: allowed,
    isListed: isListed(intent, input),
    types: typesNow(intent, allowed, currency, input),
    customer: input.customer ?? intent.customer,
    description: chosen(input.description, intent.description),
    receiptEmail: chosen(input.receipt_email, intent.receiptEmail),
    setupFutureUsage: chosen(input.setup_future_usage, intent.setupFutureUsage),
    ...input.payment_method_options,
    shipping: input.shipping ?? intent.shipping,
    statementDescriptor: chosen(input.statement_descriptor, intent.statementDescriptor),
    statementDescriptorSuffix: chosen(input.statement_descriptor_suffix, intent.statementDescriptorSuffix),
    transferGroup: input.transfer_group ?? intent.transferGroup,
    metadata: changeMetadata(intent.metadata, input.metadata),
    ...(method
      ? { paymentMethod: method.id, status: 'requires_confirmation' as const, nextAction: null }
      : {}),
  })
}

/** A changed currency changes which types can be used. */
function typesNow(
  { allowRedirects, excludedTypes }: PaymentIntentRecord,
  allowed: readonly string[] | null,
  currency: string,
  input: Input,
): readonly string[] {
  if (allowed) return compatibleTypes(allowed, currency, input)
  const offered = automaticTypes(currency, allowRedirects === 'always')
  return offered.filter(type => !excludedTypes?.includes(type))
}

/** The value that was sent, where null clears it; otherwise the previous value. */
function chosen<T>(sent: T | null | undefined, before: T | null): T | null {
  return sent === undefined ? before : sent
}
