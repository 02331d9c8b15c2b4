import { ApiError, invalidRequest } from '../api/errors.ts'
import { emit } from '../events/emit.ts'
import { attachMethod, requireUsable } from '../payment-methods/ownership.ts'
import type { PaymentMethodRecord } from '../records/payment-method.ts'
import type { SetupIntentRecord } from '../records/setup-intent.ts'
import { toPaymentMethod } from '../shapes/payment-method.ts'
import { toSetupIntent } from '../shapes/setup-intent.ts'
import { attachDeclineOf, needsAuthentication } from '../simulated/behavior.ts'
import { declines } from '../simulated/declines.ts'
import type { Tx } from '../store/store.ts'

interface SetupOptions {
  readonly returnUrl: string | undefined
  readonly baseUrl: string
}

export interface ConfirmedSetup {
  readonly intent: SetupIntentRecord
  /** Why the card was not saved. The intent records the failure. */
  readonly refusal: ApiError | null
}

export function confirmSetup(
  tx: Tx,
  intent: SetupIntentRecord,
  method: PaymentMethodRecord,
  options: SetupOptions,
): ConfirmedSetup {
  if (!intent.payment_method_types.includes(method.type)) {
    const message = `The PaymentMethod provided (${method.type}) is not allowed for this SetupIntent. Please attach a PaymentMethod of one of the following types: ${intent.payment_method_types.join(', ')}.`
    throw invalidRequest(message, { param: 'payment_method' })
  }
  requireUsable(method, method.customer === null ? null : intent.customer)
  const declined = method.behavior === 'authentication_error' ? declines.authentication_error : undefined
  const decline = attachDeclineOf(method.behavior) ?? declined
  if (decline) {
    const payment_method = toPaymentMethod(method)
    const error = { type: 'card_error', ...decline, payment_method } as const
    const failed = failSetup(tx, intent, error)
    return { intent: failed, refusal: new ApiError(402, { ...error, setup_intent: toSetupIntent(failed) }) }
  }
  if (!needsAuthentication(method.behavior, { offSession: false, isSetUp: false, isRequested: false })) {
    return { intent: finishSetup(tx, intent, method), refusal: null }
  }
  const waiting = tx.put('setup_intent', {
    ...intent,
    status: 'requires_action',
    payment_method: method.id,
    last_setup_error: null,
    next_action: nextAction(intent, options),
  })
  emit(tx, 'setup_intent.requires_action', 'setup_intent', waiting)
  return { intent: waiting, refusal: null }
}

function nextAction(intent: SetupIntentRecord, { returnUrl, baseUrl }: SetupOptions) {
  const url = `${baseUrl}/_sandbox/pages/next_action/${intent.id}?client_secret=${intent.client_secret}`
  return returnUrl === undefined
    ? ({
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url },
      } as const)
    : ({ type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } } as const)
}

/** The shopper has passed or failed the bank's authentication. */
export function resolveSetupAction(
  tx: Tx,
  intent: SetupIntentRecord,
  outcome: 'succeed' | 'fail',
): { intent: SetupIntentRecord; returnUrl: string | null } {
  const method = intent.payment_method ? tx.tables.payment_method.get(intent.payment_method) : undefined
  if (intent.status !== 'requires_action' || !method) {
    throw unexpectedState(
      intent,
      `This SetupIntent has a status of ${intent.status}: it is not waiting for an action.`,
    )
  }
  const after =
    outcome === 'succeed'
      ? finishSetup(tx, intent, method)
      : failSetup(tx, intent, {
          code: 'setup_intent_authentication_failure',
          message:
            'The latest attempt to set up the payment method has failed because authentication failed.',
          payment_method: toPaymentMethod(method),
          type: 'invalid_request_error',
        })
  return { intent: after, returnUrl: returnUrl(intent, outcome) }
}

function returnUrl(intent: SetupIntentRecord, outcome: 'succeed' | 'fail'): string | null {
  const back = intent.next_action?.redirect_to_url?.return_url
  if (!back || !URL.canParse(back)) return back ?? null
  const url = new URL(back)
  url.searchParams.set('setup_intent', intent.id)
  url.searchParams.set('setup_intent_client_secret', intent.client_secret)
  url.searchParams.set('redirect_status', outcome === 'succeed' ? 'succeeded' : 'failed')
  return url.href
}

function finishSetup(tx: Tx, intent: SetupIntentRecord, method: PaymentMethodRecord): SetupIntentRecord {
  const attach = intent.customer !== null && method.customer === null
  const saved = attach && intent.customer ? attachMethod(tx, method, intent.customer) : method
  if (intent.usage === 'off_session') tx.put('payment_method', { ...saved, setUp: true })
  const done = tx.put('setup_intent', {
    ...intent,
    status: 'succeeded',
    payment_method: method.id,
    next_action: null,
    last_setup_error: null,
  })
  emit(tx, 'setup_intent.succeeded', 'setup_intent', done)
  return done
}

function failSetup(
  tx: Tx,
  intent: SetupIntentRecord,
  error: SetupIntentRecord['last_setup_error'],
): SetupIntentRecord {
  const failed = tx.put('setup_intent', {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: error,
  })
  emit(tx, 'setup_intent.setup_failed', 'setup_intent', failed)
  return failed
}

export function unexpectedState(intent: SetupIntentRecord, message: string): ApiError {
  return invalidRequest(message, {
    code: 'setup_intent_unexpected_state',
    setup_intent: toSetupIntent(intent),
  })
}
