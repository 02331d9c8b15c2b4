import { toPaymentMethod } from '../shapes/payment-method.ts'
import { declineOf } from '../simulated/behavior.ts'
import type { Tx } from '../store/store.ts'
import { failIntent } from './charge-method.ts'
import { takeMoney } from './take-money.ts'

/** The bank's answer to a debit, days later. */
export function settlePayment(tx: Tx, id: string): void {
  const intent = tx.tables.payment_intent.get(id)
  const charge = intent?.latest_charge ? tx.tables.charge.get(intent.latest_charge) : undefined
  if (intent?.status !== 'processing' || !charge) return
  const decline = declineOf(charge.paidWith.behavior)
  if (!decline) {
    takeMoney(tx, intent, charge, charge.amount, 'charge.succeeded')
    return
  }
  const failure = { code: decline.code, declineCode: decline.decline_code, message: decline.message }
  const failed = tx.put('charge', {
    ...charge,
    status: 'failed',
    amount_captured: 0,
    captured: false,
    failure,
  })
  const method = tx.tables.payment_method.get(charge.payment_method)
  failIntent(tx, intent, failed, {
    charge: charge.id,
    code: decline.code,
    message: decline.message,
    ...(method ? { payment_method: toPaymentMethod(method) } : {}),
    type: 'invalid_request_error',
  })
}
