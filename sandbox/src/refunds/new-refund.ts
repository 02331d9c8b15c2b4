import type { ChargeRecord } from '../records/charge.ts'
import type { RefundRecord } from '../records/refund.ts'
import { isInPerson } from '../simulated/payment-method-types.ts'
import type { Tx } from '../store/store.ts'

type Choices = Pick<
  RefundRecord,
  'balance_transaction' | 'amount' | 'status' | 'reason' | 'metadata' | 'destination' | 'instructions_email'
>

export function newRefund(
  tx: Tx,
  charge: ChargeRecord,
  choices: Choices,
  id = newRefundId(tx),
): RefundRecord {
  return tx.put('refund', {
    id,
    account: charge.account,
    seq: tx.nextSeq(),
    created: tx.now,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    customer: charge.customer,
    ...choices,
  })
}

export function newRefundId(tx: Tx): string {
  return `re_3${tx.random(23)}`
}

export function destinationOf(charge: ChargeRecord): string {
  const { type } = charge.paidWith
  if (isInPerson(type)) return 'card'
  if (type === 'sepa_debit') return 'eu_bank_transfer'
  return type === 'us_bank_account' ? 'us_bank_transfer' : type
}
