import {
  type ApiAnswer,
  type ApiFailure,
  callApi,
  intentOf,
  type PaymentIntent,
  type Session,
} from '../api.ts'
import { showAction } from './action-dialog.ts'
import { requireSecret } from './errors.ts'

/** Every call resolves to one of these; an error that the shopper can fix is never thrown. */
export type Result =
  | { readonly paymentIntent: PaymentIntent; readonly error?: undefined }
  | { readonly error: ApiFailure; readonly paymentIntent?: undefined }

export function resultOf(answer: ApiAnswer<unknown>): Result {
  return 'error' in answer ? { error: answer.error } : { paymentIntent: answer.value as PaymentIntent }
}

export async function retrieve(session: Session, clientSecret: unknown): Promise<Result> {
  const secret = requireSecret(clientSecret)
  const path = `payment_intents/${intentOf(secret)}`
  return resultOf(await callApi<PaymentIntent>(session, 'GET', path, { client_secret: secret }))
}

/** Leads the shopper through the action that a payment requires, if any: in a dialog, or on another site. */
export async function followAction(session: Session, result: Result): Promise<Result> {
  const intent = result.paymentIntent
  const action = intent?.status === 'requires_action' ? intent.next_action : null
  if (!intent || !action) return result
  if (action.redirect_to_url) return await leaveFor(action.redirect_to_url.url)
  const url = action.use_stripe_sdk?.stripe_js
  if (!url) return result
  await showAction(url, intent.id, () => refuse(session, intent))
  const after = await retrieve(session, intent.client_secret)
  const failure = after.paymentIntent?.last_payment_error
  if (after.paymentIntent?.status === 'requires_payment_method' && failure) {
    return { error: { ...failure, payment_intent: after.paymentIntent } }
  }
  return after
}

/** Never resolves, because the page is being left. */
export function leaveFor(url: string): Promise<never> {
  window.location.assign(url)
  return new Promise(() => {})
}

/** Closing the dialog counts as a refusal. */
async function refuse({ origin }: Session, { id, client_secret }: PaymentIntent): Promise<void> {
  const body = JSON.stringify({ outcome: 'fail', client_secret })
  await fetch(`${origin}/_sandbox/payment_intents/${id}/next_action`, {
    method: 'POST',
    body,
    mode: 'no-cors',
  })
}
