import { moveMoney } from '../balance/move-money.ts'
import type { BalanceTransactionRecord } from '../records/balance-transaction.ts'
import type { Tx } from '../store/store.ts'

const disputeFee = 1500

interface Disputed {
  readonly id: string
  readonly account: string
  readonly currency: string
}

/** The bank takes the money, and Stripe its fee. */
export function withdraw(
  tx: Tx,
  { id, account, currency }: Disputed,
  amount: number,
): BalanceTransactionRecord {
  const fees = [{ type: 'stripe_fee', amount: disputeFee }] as const
  return moveMoney(tx, { account, type: 'adjustment', amount: -amount, currency, source: id, fees })
}

/** The fee is paid once. */
export function withdrawMore(
  tx: Tx,
  { id, account, currency }: Disputed,
  amount: number,
): BalanceTransactionRecord {
  return moveMoney(tx, { account, type: 'adjustment', amount: -amount, currency, source: id })
}

/** A won dispute returns the money, but not the fee. */
export function reinstate(
  tx: Tx,
  { id, account, currency }: Disputed,
  amount: number,
): BalanceTransactionRecord {
  return moveMoney(tx, { account, type: 'adjustment', amount, currency, source: id })
}
