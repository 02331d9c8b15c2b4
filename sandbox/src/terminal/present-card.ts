import { emit } from '../events/emit.ts'
import { invalidRequest } from '../http/api-error.ts'
import type { Settings } from '../http/router.ts'
import { chargeMethod } from '../payment-intents/charge-method.ts'
import type { PaymentIntentRecord } from '../payment-intents/payment-intent.ts'
import { createPaymentMethod } from '../payment-methods/create-payment-method.ts'
import type { Tx } from '../store/store.ts'
import type { ReaderAction, ReaderRecord } from './reader.ts'

interface Presented {
  readonly number: string | undefined
  readonly tip: number | undefined
}

/** A shopper holds a card to the reader that waits for one. */
export function presentCard(
  tx: Tx,
  reader: ReaderRecord,
  presented: Presented,
  settings: Settings,
): ReaderRecord {
  const { action } = reader
  if (reader.status === 'offline') {
    throw invalidRequest('Reader is currently offline.', { code: 'terminal_reader_offline' })
  }
  if (action?.status !== 'in_progress') {
    throw invalidRequest(
      'This reader has no action in progress: there is nothing to present a payment method to.',
    )
  }
  const intent = tx.tables.payment_intent.get(action.paymentIntent)
  const result =
    intent?.status === 'requires_payment_method'
      ? pay(tx, reader, intent, presented, settings)
      : {
          failureCode: 'payment_intent_unexpected_state',
          failureMessage: 'The PaymentIntent is no longer open.',
        }
  const next = tx.put('reader', { ...reader, lastSeenAt: tx.nowMs, action: finished(action, result) })
  const type = result ? 'terminal.reader.action_failed' : 'terminal.reader.action_succeeded'
  emit(tx, type, 'reader', next)
  return next
}

interface Failure {
  readonly failureCode: string
  readonly failureMessage: string
}

function pay(
  tx: Tx,
  reader: ReaderRecord,
  intent: PaymentIntentRecord,
  presented: Presented,
  settings: Settings,
): Failure | null {
  const card = { number: presented.number ?? '4242424242424242', exp_month: 12, exp_year: 2034 }
  const method = createPaymentMethod(tx, reader.account, { type: 'card_present', card })
  const tipped = presented.tip
    ? { ...intent, amount: intent.amount + presented.tip, amountTip: presented.tip }
    : intent
  const presence = { reader: reader.id, location: reader.location }
  const { refusal } = chargeMethod(tx, { ...tipped, paymentMethod: method.id }, method, settings, presence)
  if (!refusal) return null
  return { failureCode: refusal.body.code ?? 'card_declined', failureMessage: refusal.body.message }
}

function finished(action: ReaderAction, failure: Failure | null): ReaderAction {
  return failure ? { ...action, status: 'failed', ...failure } : { ...action, status: 'succeeded' }
}
