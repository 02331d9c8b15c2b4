import type { Settings } from '../api/route.ts'
import type { PaymentIntentRecord } from '../records/payment-intent.ts'
import type { PaymentMethodRecord } from '../records/payment-method.ts'
import { toPaymentMethod } from '../shapes/payment-method.ts'
import type { Tx } from '../store/store.ts'
import { chargeMethod, failIntent } from './charge-method.ts'
import { unexpectedState } from './find.ts'
import type { Presence } from './new-charge.ts'

interface Resolved {
  readonly intent: PaymentIntentRecord
  /** Where the shopper returns to, with Stripe's three parameters, or null if there is no return URL. */
  readonly returnUrl: string | null
}

/** The shopper has passed or failed the step that the bank or the provider required. */
export function resolveNextAction(
  tx: Tx,
  intent: PaymentIntentRecord,
  outcome: 'succeed' | 'fail',
  settings: Settings,
): Resolved {
  const method = intent.payment_method ? tx.tables.payment_method.get(intent.payment_method) : undefined
  if (intent.status !== 'requires_action' || !method) {
    throw unexpectedState(
      intent,
      `This PaymentIntent has a status of ${intent.status}: it is not waiting for an action.`,
    )
  }
  const after =
    outcome === 'succeed'
      ? chargeMethod(tx, intent, method, settings, presenceOf(method)).intent
      : failIntent(tx, intent, null, {
          ...(method.type === 'card' ? notAuthenticated : notPaid),
          payment_method: toPaymentMethod(method),
          type: 'invalid_request_error',
        })
  return { intent: after, returnUrl: returnUrl(intent, outcome) }
}

function presenceOf({ type }: PaymentMethodRecord): Presence {
  return type === 'card' ? { threeDSecure: 'authenticated' } : {}
}

const notAuthenticated = {
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

const notPaid = {
  code: 'payment_intent_payment_attempt_failed',
  message:
    'The latest payment attempt of the PaymentIntent has failed. Check the last_payment_error property on the PaymentIntent for more details.',
}

function returnUrl(intent: PaymentIntentRecord, outcome: 'succeed' | 'fail'): string | null {
  const back = intent.next_action?.redirect_to_url?.return_url
  if (!back) return null
  try {
    const url = new URL(back)
    url.searchParams.set('payment_intent', intent.id)
    url.searchParams.set('payment_intent_client_secret', intent.client_secret)
    url.searchParams.set('redirect_status', outcome === 'succeed' ? 'succeeded' : 'failed')
    return url.href
  } catch {
    return back
  }
}
