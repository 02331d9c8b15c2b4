import { checkAmount, checkCurrency } from '../api/amounts.ts'
import { invalidRequest } from '../api/errors.ts'
import { find } from '../api/find.ts'
import { changeMetadata } from '../api/metadata.ts'
import { type ParamsOf, params } from '../api/params.ts'
import type { Call } from '../api/route.ts'
import { requestVersion } from '../api/version.ts'
import { emit } from '../events/emit.ts'
import { schedule } from '../jobs/schedule.ts'
import { createIntent } from '../payment-intents/create.ts'
import { createParams as intentParams } from '../payment-intents/params.ts'
import { allowedTypes, compatibleTypes } from '../payment-methods/allowed-types.ts'
import { type CheckoutSessionRecord, totalOf } from '../records/checkout-session.ts'
import type { PaymentIntentRecord } from '../records/payment-intent.ts'
import { automaticTypes } from '../simulated/payment-method-types.ts'
import type { Tx } from '../store/store.ts'
import type { createParams } from './params.ts'

type Input = ParamsOf<typeof createParams>

const lifetimeSeconds = 24 * 60 * 60

export function createSession(call: Call<Input>): CheckoutSessionRecord {
  const { tx, account, application, params: input, version, baseUrl } = call
  if (input.customer !== undefined) find(tx, 'customer', account, input.customer, 'customer', 400)
  const currency = currencyOf(input)
  const allowed = allowedTypes(input, version)
  const id = `cs_test_${tx.random(58)}`
  const data = input.payment_intent_data
  const session = tx.put('checkout_session', {
    id,
    account,
    seq: tx.nextSeq(),
    created: tx.now,
    expires_at: input.expires_at ?? tx.now + lifetimeSeconds,
    url: `${baseUrl}/_sandbox/pages/sessions/${id}`,
    status: 'open',
    payment_status: 'unpaid',
    application,
    currency,
    lineItems: itemsOf(tx, input),
    allowed_payment_method_types: allowed,
    payment_method_types: allowed
      ? compatibleTypes(allowed, currency, input)
      : automaticTypes(currency, true),
    success_url: input.success_url,
    cancel_url: input.cancel_url ?? null,
    customer: input.customer ?? null,
    customer_email: input.customer_email ?? null,
    client_reference_id: input.client_reference_id ?? null,
    locale: input.locale ?? null,
    submit_type: input.submit_type ?? null,
    customer_details: null,
    paymentData: {
      application_fee_amount: data?.application_fee_amount,
      capture_method: data?.capture_method,
      description: data?.description,
      receipt_email: data?.receipt_email,
      setup_future_usage: data?.setup_future_usage,
      statement_descriptor: data?.statement_descriptor,
      statement_descriptor_suffix: data?.statement_descriptor_suffix,
      transfer_group: data?.transfer_group,
      metadata: changeMetadata({}, data?.metadata),
    },
    payment_intent: null,
    metadata: changeMetadata({}, input.metadata),
  })
  checkAmount(totalOf(session), currency)
  schedule(tx, 'expire_session', session, session.expires_at * 1000)
  return session
}

function currencyOf({ line_items: items }: Input): string {
  const currencies = new Set(items.map(item => checkCurrency(item.price_data.currency)))
  const [currency, other] = [...currencies]
  if (currency === undefined)
    throw invalidRequest('You must have at least one line item.', { param: 'line_items' })
  if (other === undefined) return currency
  const message = `All prices on a Checkout session must have the same currency. You passed ${[...currencies].join(' and ')}.`
  throw invalidRequest(message, { param: 'line_items' })
}

function itemsOf(tx: Tx, { line_items: items }: Input): CheckoutSessionRecord['lineItems'] {
  return items.map(({ price_data: price, quantity = 1 }) => ({
    id: `li_1${tx.random(23)}`,
    price: `price_1${tx.random(23)}`,
    product: price.product ?? `prod_${tx.random(14)}`,
    name: price.product_data?.name ?? price.product ?? 'Item',
    unitAmount: price.unit_amount,
    quantity,
  }))
}

/** All parameters of a new payment intent, none of them set. */
const unset = params(intentParams)({ amount: '1', currency: 'usd' }, '')

/** The session's payment, which is created when the shopper first pays. */
export function paymentOf(tx: Tx, session: CheckoutSessionRecord): PaymentIntentRecord {
  requireOpen(session)
  const before = session.payment_intent ? tx.tables.payment_intent.get(session.payment_intent) : undefined
  if (before) return before
  const { account, application, currency, customer, paymentData } = session
  const { metadata, ...choices } = paymentData
  const caller = { account, application, version: requestVersion(undefined, false) }
  const { intent } = createIntent(tx, caller, {
    ...unset,
    ...choices,
    amount: totalOf(session),
    currency,
    customer: customer ?? undefined,
    metadata: { clear: false, values: metadata },
    allowed_payment_method_types: session.allowed_payment_method_types ?? undefined,
  })
  tx.put('checkout_session', { ...session, payment_intent: intent.id })
  return tx.put('payment_intent', { ...intent, checkoutSession: session.id })
}

export function requireOpen({ status }: CheckoutSessionRecord): void {
  if (status === 'open') return
  throw invalidRequest(
    `Only Checkout Sessions with a status in ["open"] can be expired or paid. This one has a status of ${status}.`,
  )
}

export function expireSession(tx: Tx, id: string): CheckoutSessionRecord | undefined {
  const before = tx.tables.checkout_session.get(id)
  if (before?.status !== 'open') return before
  const expired = tx.put('checkout_session', { ...before, status: 'expired' })
  emit(tx, 'checkout.session.expired', 'checkout_session', expired)
  return expired
}
