import { missing } from '../api/errors.ts'
import type { PaymentMethodRecord } from '../records/payment-method.ts'
import { bankAccounts, routingNumber } from '../simulated/bank-accounts.ts'
import { cardByToken } from '../simulated/cards.ts'
import type { Tx } from '../store/store.ts'
import { createPaymentMethod } from './create-payment-method.ts'

/**
 * Finds the payment method. Each use of a shared test id, such as `pm_card_visa`, creates a payment method of the
 * account, as at Stripe.
 */
export function usePaymentMethod(tx: Tx, account: string, id: string, status = 400): PaymentMethodRecord {
  const record = tx.tables.payment_method.get(id)
  if (record && record.account === account) return record
  const card = cardByToken(id)
  if (card) {
    const input = { number: card.number, exp_month: 12, exp_year: 2034, cvc: '123' }
    return createPaymentMethod(tx, account, { type: 'card', card: input })
  }
  const bank = bankAccounts.find(candidate => candidate.token === id)
  if (bank) {
    const input = { account_number: bank.number, routing_number: routingNumber }
    return createPaymentMethod(tx, account, { type: 'us_bank_account', us_bank_account: input })
  }
  throw missing('PaymentMethod', id, 'payment_method', status)
}
