import { moveMoney } from '../balance/move-money.ts'
import { application, platformAccount } from '../constants.ts'
import type { ApplicationFeeRecord } from '../records/application-fee.ts'
import type { ChargeRecord } from '../records/charge.ts'
import type { Tx } from '../store/store.ts'

export function createFee(tx: Tx, charge: ChargeRecord, amount: number): ApplicationFeeRecord | null {
  if (amount === 0) return null
  const id = `fee_1${tx.random(23)}`
  const { currency } = charge
  const movement = { account: platformAccount, type: 'application_fee', amount, currency, source: id }
  const moved = moveMoney(tx, { ...movement, isPending: charge.paidWith.behavior !== 'bypass_pending' })
  return tx.put('application_fee', {
    id,
    balance_transaction: moved.id,
    account: platformAccount,
    seq: tx.nextSeq(),
    created: tx.now,
    amount,
    currency,
    payer: charge.account,
    application,
    charge: charge.id,
    refunds: [],
  })
}
