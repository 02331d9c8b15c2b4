import { type ApiError, invalidRequest } from '../api/errors.ts'
import type { Settings } from '../api/route.ts'
import { requireChargeable } from '../connect/require-chargeable.ts'
import { emit } from '../events/emit.ts'
import { requireUsable } from '../payment-methods/ownership.ts'
import type { PaymentIntentRecord } from '../records/payment-intent.ts'
import type { PaymentMethodRecord } from '../records/payment-method.ts'
import { needsAuthentication } from '../simulated/behavior.ts'
import { canHold, isRedirect } from '../simulated/payment-method-types.ts'
import type { Tx } from '../store/store.ts'
import { type Confirmed, chargeMethod, declineIntent } from './charge-method.ts'
import { unexpectedState } from './find.ts'

export interface ConfirmOptions {
  readonly returnUrl: string | undefined
  readonly useStripeSdk: boolean
  readonly offSession: boolean
  readonly errorOnAction: boolean
  readonly publishable: boolean
  readonly baseUrl: string
  readonly settings: Settings
}

export function confirmIntent(
  tx: Tx,
  before: PaymentIntentRecord,
  method: PaymentMethodRecord,
  options: ConfirmOptions,
): Confirmed {
  requireChargeable(tx, before.account)
  checkMethod(before, method, options)
  const intent = {
    ...before,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  }
  const isRequested = (intent.requestThreeDSecure ?? 'automatic') !== 'automatic'
  const { offSession, settings } = options
  const mustAuthenticate = needsAuthentication(method.behavior, {
    offSession,
    isSetUp: method.setUp ?? false,
    isRequested,
  })
  if (!mustAuthenticate && !isRedirect(method.type)) {
    const isAttempted = isRequested && !offSession && method.type === 'card'
    const presence = isAttempted ? ({ threeDSecure: 'attempt_acknowledged' } as const) : {}
    return chargeMethod(tx, intent, method, settings, presence)
  }
  if (offSession || options.errorOnAction) {
    return declineIntent(tx, intent, method, 'authentication_required', settings)
  }
  const waiting = tx.put('payment_intent', {
    ...intent,
    status: 'requires_action',
    next_action: nextAction(intent, method, options),
  })
  emit(tx, 'payment_intent.requires_action', 'payment_intent', waiting)
  return { intent: waiting, refusal: null }
}

export function requireConfirmable(intent: PaymentIntentRecord): void {
  if (intent.status === 'succeeded' || intent.status === 'requires_capture') {
    const message =
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
    throw unexpectedState(intent, message)
  }
  if (intent.status === 'canceled' || intent.status === 'processing') {
    const message = `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`
    throw unexpectedState(intent, message)
  }
}

export function missingMethod(intent: PaymentIntentRecord): ApiError {
  const message =
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken."
  return unexpectedState(intent, message)
}

function checkMethod(
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  options: ConfirmOptions,
): void {
  requireUsable(method, intent.customer)
  if (!intent.payment_method_types.includes(method.type)) {
    const message = `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${intent.payment_method_types.join(', ')}. Alternatively update the allowed payment_method_types for this PaymentIntent to include "${method.type}".`
    throw invalidRequest(message, {
      param: 'payment_method',
      code: 'payment_intent_incompatible_payment_method',
    })
  }
  if (intent.capture_method === 'manual' && !canHold(method.type)) {
    const message = `The payment method type \`${method.type}\` does not support manual capture.`
    throw invalidRequest(message, { param: 'capture_method' })
  }
  if (options.returnUrl !== undefined || options.useStripeSdk || options.publishable) {
    if (isRedirect(method.type) && options.returnUrl === undefined) throw returnUrlMissing()
    return
  }
  const mayRedirect = intent.automatic_payment_methods?.allow_redirects === 'always'
  if (mayRedirect || isRedirect(method.type)) throw returnUrlMissing()
}

function returnUrlMissing(): ApiError {
  const message =
    "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents."
  return invalidRequest(message, { code: 'parameter_missing', param: 'return_url' })
}

/** Points to the hosted page that stands in for the bank or the payment provider. */
function nextAction(
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  options: ConfirmOptions,
): PaymentIntentRecord['next_action'] {
  const url = `${options.baseUrl}/_sandbox/pages/next_action/${intent.id}?client_secret=${intent.client_secret}`
  if (isRedirect(method.type) || (options.returnUrl !== undefined && !options.useStripeSdk)) {
    return { type: 'redirect_to_url', redirect_to_url: { return_url: options.returnUrl ?? null, url } }
  }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      type: 'three_d_secure_redirect',
      stripe_js: url,
      return_url: options.returnUrl ?? null,
    },
  }
}
