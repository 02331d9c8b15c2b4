import { invalidRequest } from '../api/errors.ts'
import { requireChargeable } from '../connect/require-chargeable.ts'
import { unexpectedState } from '../payment-intents/find.ts'
import type { PaymentIntentRecord } from '../records/payment-intent.ts'
import type { ProcessConfig, ReaderRecord } from '../records/reader.ts'
import { isInPerson } from '../simulated/payment-method-types.ts'
import type { Tx } from '../store/store.ts'

/** Shows the payment on the reader, which then waits for a card. */
export function startPayment(
  tx: Tx,
  reader: ReaderRecord,
  intent: PaymentIntentRecord,
  config: ProcessConfig | undefined,
): ReaderRecord {
  requireChargeable(tx, reader.account)
  requireOnline(reader)
  if (reader.action?.status === 'in_progress') {
    const message =
      'Reader is currently busy processing another request, please reference the integration guide at https://stripe.com/docs/terminal/payments/collect-card-payment?terminal-sdk-platform=server-driven#handle-errors for details on how to handle this error.'
    throw invalidRequest(message, { code: 'terminal_reader_busy' })
  }
  if (!intent.payment_method_types.some(isInPerson)) {
    const message =
      "The PaymentIntent must allow the payment method type 'card_present' to be processed on a reader."
    throw invalidRequest(message, { param: 'payment_intent', code: 'payment_intent_invalid_parameter' })
  }
  if (intent.status !== 'requires_payment_method') {
    const message = `This PaymentIntent could not be processed because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be processed: requires_payment_method.`
    throw unexpectedState(intent, message)
  }
  return tx.put('reader', {
    ...reader,
    last_seen_at: tx.nowMs,
    action: {
      api_error: null,
      failure_code: null,
      failure_message: null,
      process_payment_intent: { payment_intent: intent.id, ...(config ? { process_config: config } : {}) },
      status: 'in_progress',
      type: 'process_payment_intent',
    },
  })
}

export function cancelAction(tx: Tx, reader: ReaderRecord): ReaderRecord {
  requireOnline(reader)
  return tx.put('reader', { ...reader, action: null })
}

function requireOnline(reader: ReaderRecord): void {
  if (reader.status === 'online') return
  const message =
    'Reader is currently offline, please ensure the reader is powered on and connected to the internet before retrying your request. Reference the integration guide at https://stripe.com/docs/terminal/payments/collect-card-payment?terminal-sdk-platform=server-driven#handle-errors for details on how to handle this error.'
  throw invalidRequest(message, { code: 'terminal_reader_offline' })
}
