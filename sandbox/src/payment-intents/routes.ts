import { find } from '../api/find.ts'
import { listRoute } from '../api/list-route.ts'
import { createdParam } from '../api/lists.ts'
import { refused, sent, text } from '../api/params.ts'
import { type Call, type Reply, type Route, route } from '../api/route.ts'
import { search, searchParams } from '../api/search.ts'
import { allowedTypes, chosenTypes } from '../payment-methods/allowed-types.ts'
import { usePaymentMethod } from '../payment-methods/use-payment-method.ts'
import type { PaymentIntentRecord } from '../records/payment-intent.ts'
import { toPublicPaymentIntent } from '../shapes/payment-intent.ts'
import { cancelIntent } from './cancel.ts'
import { captureIntent } from './capture.ts'
import type { Confirmed } from './charge-method.ts'
import { type ConfirmOptions, confirmIntent, missingMethod, requireConfirmable } from './confirm.ts'
import { createIntent, methodOf } from './create.ts'
import { findForCaller } from './find.ts'
import {
  cancelParams,
  captureParams,
  confirmParams,
  createParams,
  retrieveParams,
  updateParams,
} from './params.ts'
import { updateIntent } from './update.ts'

export const paymentIntentRoutes: readonly Route[] = [
  route(
    {
      method: 'POST',
      path: '/v1/payment_intents',
      operation: 'payment_intents.create',
    },
    createParams,
    call => {
      const { intent, method } = createIntent(call.tx, call, call.params)
      if (!call.params.confirm) return answer(call, intent)
      if (!method) throw missingMethod(intent)
      return confirmed(call, confirmIntent(call.tx, intent, method, optionsOf(call)))
    },
  ),
  listRoute(
    { kind: 'payment_intent', path: '/v1/payment_intents', operation: 'payment_intents.list' },
    { ...createdParam, customer: text, customer_account: refused },
    ({ tx, account, params: { customer } }) => {
      if (customer !== undefined) find(tx, 'customer', account, customer, 'customer', 400)
      return { where: { customer } }
    },
  ),
  route(
    {
      method: 'GET',
      path: '/v1/payment_intents/:id',
      operation: 'payment_intents.retrieve',
      publishable: true,
    },
    retrieveParams,
    call => answer(call, findForCaller(call)),
  ),
  route(
    {
      method: 'POST',
      path: '/v1/payment_intents/:id',
      operation: 'payment_intents.update',
    },
    updateParams,
    call => {
      const intent = find(call.tx, 'payment_intent', call.account, call.id)
      return answer(call, updateIntent(call, intent, call.params))
    },
  ),
  route(
    {
      method: 'POST',
      path: '/v1/payment_intents/:id/confirm',
      operation: 'payment_intents.confirm',
      publishable: true,
    },
    confirmParams,
    call => {
      const found = findForCaller(call)
      requireConfirmable(found)
      const input = call.params
      const allowed = allowedTypes(input, call.version)
      const intent: PaymentIntentRecord = {
        ...found,
        ...input.payment_method_options,
        ...sent(input, 'capture_method', 'receipt_email', 'setup_future_usage', 'shipping'),
        ...(allowed ? chosenTypes(allowed, found.currency, input) : {}),
      }
      const method =
        methodOf(call.tx, call.account, input, found.customer) ??
        (found.payment_method ? usePaymentMethod(call.tx, call.account, found.payment_method) : null)
      if (!method) throw missingMethod(found)
      return confirmed(call, confirmIntent(call.tx, intent, method, optionsOf(call)))
    },
  ),
  route(
    {
      method: 'POST',
      path: '/v1/payment_intents/:id/capture',
      operation: 'payment_intents.capture',
    },
    captureParams,
    call => {
      const intent = find(call.tx, 'payment_intent', call.account, call.id)
      return answer(call, captureIntent(call.tx, intent, call.params))
    },
  ),
  route(
    {
      method: 'POST',
      path: '/v1/payment_intents/:id/cancel',
      operation: 'payment_intents.cancel',
    },
    cancelParams,
    call => {
      const intent = find(call.tx, 'payment_intent', call.account, call.id)
      return answer(call, cancelIntent(call.tx, intent, call.params.cancellation_reason ?? null))
    },
  ),
  route(
    {
      method: 'GET',
      path: '/v1/payment_intents/search',
      operation: 'payment_intents.search',
    },
    searchParams,
    ({ tx, account, params: input }) => {
      const fields = ['amount', 'created', 'currency', 'customer', 'metadata', 'status']
      const table = tx.tables.payment_intent
      return search({ kind: 'payment_intent', table, account, fields, resource: 'payment_intents' }, input)
    },
  ),
]

interface ConfirmParams {
  return_url: string | undefined
  use_stripe_sdk: boolean | undefined
  off_session: boolean | undefined
  error_on_requires_action: boolean | undefined
}

function optionsOf(call: Call<ConfirmParams>): ConfirmOptions {
  const { params: input } = call
  return {
    returnUrl: input.return_url,
    useStripeSdk: input.use_stripe_sdk ?? false,
    offSession: input.off_session ?? false,
    errorOnAction: input.error_on_requires_action ?? false,
    publishable: call.publishable,
    baseUrl: call.baseUrl,
    settings: call.settings,
  }
}

function confirmed(call: Call<unknown>, result: Confirmed): Reply {
  return result.refusal ? { refusal: result.refusal } : answer(call, result.intent)
}

function answer(call: Call<unknown>, record: PaymentIntentRecord): Reply {
  if (call.publishable) return { body: toPublicPaymentIntent(record) }
  return { object: { kind: 'payment_intent', record } }
}
