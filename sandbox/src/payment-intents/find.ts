import { type ApiError, invalidRequest, missing } from '../http/api-error.ts'
import type { Call } from '../http/router.ts'
import type { Tx } from '../store/store.ts'
import { clientSecret, type PaymentIntentRecord, type Status } from './payment-intent.ts'
import { toPaymentIntent } from './serialize.ts'

export function findIntent(tx: Tx, account: string, id: string, param = 'intent'): PaymentIntentRecord {
  const record = tx.tables.payment_intent.get(id)
  if (!record || record.account !== account) throw missing('payment_intent', id, param)
  return record
}

/** A browser may only reach the intent whose secret it holds. */
export function findForCaller(
  call: Call<{ client_secret: string | undefined }>,
  id: string,
): PaymentIntentRecord {
  const intent = findIntent(call.tx, call.account, id)
  const given = call.params.client_secret
  if (given === undefined) {
    if (!call.publishable) return intent
    throw invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    })
  }
  if (given !== clientSecret(intent)) {
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
