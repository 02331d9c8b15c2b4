import { invalidRequest } from '../api/errors.ts'
import type { Settings } from '../api/route.ts'
import { chargeMethod } from '../payment-intents/charge-method.ts'
import { type ActionFailure, finishAction } from '../payment-intents/finish-reader-action.ts'
import { createPaymentMethod } from '../payment-methods/create-payment-method.ts'
import type { PaymentIntentRecord } from '../records/payment-intent.ts'
import type { ReaderAction, ReaderRecord } from '../records/reader.ts'
import { brandOf } from '../simulated/brands.ts'
import type { Tx } from '../store/store.ts'

interface Presented {
  readonly number: string | undefined
  readonly tip: number | undefined
}

/** A shopper presents a card to a waiting reader. */
export function presentCard(
  tx: Tx,
  reader: ReaderRecord,
  presented: Presented,
  settings: Settings,
): ReaderRecord {
  const action = actionInProgress(reader)
  const intent = tx.tables.payment_intent.get(action.process_payment_intent.payment_intent)
  const result =
    intent?.status === 'requires_payment_method'
      ? pay(tx, reader, intent, presented, settings)
      : {
          failure_code: 'payment_intent_unexpected_state',
          failure_message: 'The PaymentIntent is no longer open.',
        }
  return finish(tx, reader, action, result)
}

/** The shopper changes their mind and cancels on the reader; the payment stays open. */
export function cancelAtReader(tx: Tx, reader: ReaderRecord): ReaderRecord {
  return finish(tx, reader, actionInProgress(reader), {
    failure_code: 'customer_canceled',
    failure_message: 'This action was canceled by the customer on the reader.',
  })
}

function actionInProgress({ status, action }: ReaderRecord): ReaderAction {
  if (status === 'offline') {
    throw invalidRequest('Reader is currently offline.', { code: 'terminal_reader_offline' })
  }
  if (action?.status === 'in_progress') return action
  throw invalidRequest(
    'This reader has no action in progress: there is nothing to present a payment method to.',
  )
}

function finish(
  tx: Tx,
  reader: ReaderRecord,
  action: ReaderAction,
  failure: ActionFailure | null,
): ReaderRecord {
  return finishAction(tx, { ...reader, last_seen_at: tx.nowMs }, action, failure)
}

function pay(
  tx: Tx,
  reader: ReaderRecord,
  intent: PaymentIntentRecord,
  presented: Presented,
  settings: Settings,
): ActionFailure | null {
  const number = presented.number ?? '4242424242424242'
  const type = brandOf(number) === 'interac' ? 'interac_present' : 'card_present'
  if (!intent.payment_method_types.includes(type)) {
    const failure_message = `The PaymentIntent does not allow the payment method type ${type}.`
    return { failure_code: 'payment_intent_incompatible_payment_method', failure_message }
  }
  const card = { number, exp_month: 12, exp_year: 2034 }
  const method = createPaymentMethod(tx, reader.account, { type, card })
  const tipped = presented.tip
    ? { ...intent, amount: intent.amount + presented.tip, amount_details: { tip: { amount: presented.tip } } }
    : intent
  const presence = { reader: reader.id, location: reader.location }
  const { refusal } = chargeMethod(tx, { ...tipped, payment_method: method.id }, method, settings, presence)
  if (!refusal) return null
  return { failure_code: refusal.body.code ?? 'card_declined', failure_message: refusal.body.message }
}
