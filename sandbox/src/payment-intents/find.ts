import { type ApiError, invalidRequest } from '../api/errors.ts'
import { find } from '../api/find.ts'
import type { Call } from '../api/route.ts'
import type { PaymentIntentRecord, Status } from '../records/payment-intent.ts'
import { toPaymentIntent } from '../shapes/payment-intent.ts'

/** A browser can only reach the payment intent whose secret it has. */
export function findForCaller(call: Call<{ client_secret: string | undefined }>): PaymentIntentRecord {
  const intent = find(call.tx, 'payment_intent', call.account, call.id)
  const given = call.params.client_secret
  if (given === undefined) {
    if (!call.publishable) return intent
    throw invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    })
  }
  if (given !== intent.client_secret) {
    const message =
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.'
    throw invalidRequest(message, { param: 'client_secret' })
  }
  return intent
}

export function unexpectedState(intent: PaymentIntentRecord, message: string): ApiError {
  return invalidRequest(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: toPaymentIntent(intent),
  })
}

export function requireStatus(
  intent: PaymentIntentRecord,
  allowed: readonly Status[],
  refusal: string,
): void {
  if (allowed.includes(intent.status)) return
  throw unexpectedState(intent, refusal)
}
