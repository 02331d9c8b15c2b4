import { invalidRequest } from '../api/errors.ts'
import { find } from '../api/find.ts'
import { listRoute } from '../api/list-route.ts'
import { createdParam, expandParam } from '../api/lists.ts'
import { changeMetadata, metadata } from '../api/metadata.ts'
import {
  boolean,
  clearableText,
  hash,
  ignored,
  oneOf,
  type ParamsOf,
  refused,
  required,
  sent,
  text,
} from '../api/params.ts'
import { type Call, type Reply, type Route, route } from '../api/route.ts'
import { emit } from '../events/emit.ts'
import { allowedTypes, typesParams } from '../payment-methods/allowed-types.ts'
import { createPaymentMethod } from '../payment-methods/create-payment-method.ts'
import { paymentMethodData } from '../payment-methods/params.ts'
import { usePaymentMethod } from '../payment-methods/use-payment-method.ts'
import type { PaymentMethodRecord } from '../records/payment-method.ts'
import type { SetupIntentRecord } from '../records/setup-intent.ts'
import { toPublicSetupIntent } from '../shapes/setup-intent.ts'
import { type ConfirmedSetup, confirmSetup, unexpectedState } from './confirm.ts'

const confirmation = {
  confirmation_token: refused,
  mandate_data: ignored,
  ...typesParams,
  payment_method: text,
  payment_method_data: paymentMethodData,
  payment_method_options: ignored,
  return_url: text,
  use_stripe_sdk: boolean,
}

export const setupIntentRoutes: readonly Route[] = [
  route(
    { method: 'POST', path: '/v1/setup_intents', operation: 'setup_intents.create' },
    {
      attach_to_self: refused,
      customer_account: refused,
      excluded_payment_method_types: ignored,
      payment_method_configuration: ignored,
      automatic_payment_methods: hash({ enabled: required(boolean), allow_redirects: text }),
      confirm: boolean,
      customer: text,
      description: text,
      flow_directions: refused,
      metadata,
      on_behalf_of: refused,
      single_use: refused,
      usage: oneOf('on_session', 'off_session'),
      ...confirmation,
      ...expandParam,
    },
    call => {
      const { tx, account, application, params: input } = call
      if (input.customer !== undefined) find(tx, 'customer', account, input.customer, 'customer', 400)
      const allowed = allowedTypes(input, call.version)
      const method = methodOf(call)
      const id = `seti_1${tx.random(23)}`
      const intent = tx.put('setup_intent', {
        id,
        account,
        seq: tx.nextSeq(),
        created: tx.now,
        client_secret: `${id}_secret_${tx.random(25)}`,
        status: method ? 'requires_confirmation' : 'requires_payment_method',
        application,
        customer: input.customer ?? null,
        description: input.description ?? null,
        allowed_payment_method_types: allowed,
        payment_method_types: allowed ?? ['card'],
        payment_method: method?.id ?? null,
        usage: input.usage ?? 'off_session',
        next_action: null,
        last_setup_error: null,
        cancellation_reason: null,
        metadata: changeMetadata({}, input.metadata),
      })
      emit(tx, 'setup_intent.created', 'setup_intent', intent)
      return input.confirm ? confirm(call, intent, method) : answer(call, intent)
    },
  ),
  listRoute(
    { kind: 'setup_intent', path: '/v1/setup_intents', operation: 'setup_intents.list' },
    {
      ...createdParam,
      attach_to_self: refused,
      customer: text,
      customer_account: refused,
      payment_method: text,
    },
    ({ tx, account, params: { customer, payment_method } }) => {
      if (customer !== undefined) find(tx, 'customer', account, customer, 'customer', 400)
      return { where: { customer, payment_method } }
    },
  ),
  route(
    {
      method: 'GET',
      path: '/v1/setup_intents/:id',
      operation: 'setup_intents.retrieve',
      publishable: true,
    },
    { client_secret: text, ...expandParam },
    call => answer(call, findForCaller(call)),
  ),
  route(
    { method: 'POST', path: '/v1/setup_intents/:id', operation: 'setup_intents.update' },
    {
      attach_to_self: refused,
      customer: text,
      customer_account: refused,
      description: clearableText,
      excluded_payment_method_types: ignored,
      flow_directions: refused,
      metadata,
      payment_method: text,
      payment_method_configuration: ignored,
      payment_method_data: refused,
      payment_method_options: ignored,
      ...typesParams,
      ...expandParam,
    },
    call => {
      const { tx, account, id, params: input } = call
      const before = find(tx, 'setup_intent', account, id)
      if (input.customer !== undefined) find(tx, 'customer', account, input.customer, 'customer', 400)
      const method = input.payment_method && usePaymentMethod(tx, account, input.payment_method)
      const allowed = allowedTypes(input, call.version)
      const record = tx.put('setup_intent', {
        ...before,
        ...(allowed ? { allowed_payment_method_types: allowed, payment_method_types: allowed } : {}),
        ...sent(input, 'customer', 'description'),
        metadata: changeMetadata(before.metadata, input.metadata),
        ...(method ? { payment_method: method.id, status: 'requires_confirmation' as const } : {}),
      })
      return answer(call, record)
    },
  ),
  route(
    {
      method: 'POST',
      path: '/v1/setup_intents/:id/confirm',
      operation: 'setup_intents.confirm',
      publishable: true,
    },
    { client_secret: text, ...confirmation, ...expandParam },
    call => {
      const found = findForCaller(call)
      const allowed = allowedTypes(call.params, call.version)
      const intent = allowed
        ? { ...found, allowed_payment_method_types: allowed, payment_method_types: allowed }
        : found
      if (intent.status === 'succeeded' || intent.status === 'canceled') {
        const message = `You cannot confirm this SetupIntent because it has a status of ${intent.status}.`
        throw unexpectedState(intent, message)
      }
      const kept = intent.payment_method && usePaymentMethod(call.tx, call.account, intent.payment_method)
      return confirm(call, intent, methodOf(call) ?? (kept || null))
    },
  ),
  route(
    { method: 'POST', path: '/v1/setup_intents/:id/cancel', operation: 'setup_intents.cancel' },
    {
      cancellation_reason: oneOf('abandoned', 'requested_by_customer', 'duplicate'),
      ...expandParam,
    },
    call => {
      const before = find(call.tx, 'setup_intent', call.account, call.id)
      if (before.status === 'succeeded' || before.status === 'canceled') {
        const message = `You cannot cancel this SetupIntent because it has a status of ${before.status}. Only a SetupIntent with one of the following statuses may be canceled: requires_payment_method, requires_confirmation, requires_action.`
        throw unexpectedState(before, message)
      }
      const record = call.tx.put('setup_intent', {
        ...before,
        status: 'canceled',
        next_action: null,
        cancellation_reason: call.params.cancellation_reason ?? null,
      })
      emit(call.tx, 'setup_intent.canceled', 'setup_intent', record)
      return answer(call, record)
    },
  ),
]

type Confirmation = ParamsOf<typeof confirmation>

function methodOf({ tx, account, params: input }: Call<Confirmation>): PaymentMethodRecord | null {
  if (input.payment_method !== undefined) return usePaymentMethod(tx, account, input.payment_method)
  return input.payment_method_data ? createPaymentMethod(tx, account, input.payment_method_data) : null
}

function confirm(
  call: Call<Confirmation>,
  intent: SetupIntentRecord,
  method: PaymentMethodRecord | null,
): Reply {
  if (!method) {
    const message =
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again."
    throw unexpectedState(intent, message)
  }
  const options = { returnUrl: call.params.return_url, baseUrl: call.baseUrl }
  const confirmed: ConfirmedSetup = confirmSetup(call.tx, intent, method, options)
  return confirmed.refusal ? { refusal: confirmed.refusal } : answer(call, confirmed.intent)
}

/** A browser can only reach the setup intent whose secret it has. */
function findForCaller(call: Call<{ client_secret: string | undefined }>): SetupIntentRecord {
  const intent = find(call.tx, 'setup_intent', call.account, call.id)
  const given = call.params.client_secret
  if (given === intent.client_secret || (given === undefined && !call.publishable)) return intent
  const message =
    'The client_secret provided does not match the client_secret associated with the SetupIntent.'
  throw invalidRequest(message, { param: 'client_secret' })
}

function answer(call: Call<unknown>, record: SetupIntentRecord): Reply {
  if (call.publishable) return { body: toPublicSetupIntent(record) }
  return { object: { kind: 'setup_intent', record } }
}
