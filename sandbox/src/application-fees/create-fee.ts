import { application, platformAccount } from '../constants.ts'
import type { ApplicationFeeRecord } from '../records/application-fee.ts'
import type { ChargeRecord } from '../records/charge.ts'
import type { Tx } from '../store/store.ts'

export function createFee(tx: Tx, charge: ChargeRecord, amount: number): ApplicationFeeRecord | null {
  if (amount === 0) return null
  return tx.put('application_fee', {
    id: `fee_1${tx.random(23)}`,
    account: platformAccount,
    seq: tx.nextSeq(),
    created: tx.now,
    amount,
    currency: charge.currency,
    payer: charge.account,
    application,
    charge: charge.id,
    refunds: [],
  })
}
