import { decimalsOf } from '../currencies.ts'
import type { BalanceFee, BalanceTransactionRecord } from '../records/balance-transaction.ts'
import type { Tx } from '../store/store.ts'

const pendingSeconds = 2 * 24 * 60 * 60

interface Movement {
  readonly account: string
  readonly type: string
  readonly amount: number
  readonly currency: string
  readonly source: string
  readonly fees?: readonly BalanceFee[]
  readonly description?: string | null
  /** Money from charges is available only after two days. */
  readonly isPending?: boolean
}

/** The only place where a balance changes. */
export function moveMoney(tx: Tx, movement: Movement): BalanceTransactionRecord {
  const { isPending = false, fees = [], description = null, ...rest } = movement
  return tx.put('balance_transaction', {
    id: `txn_3${tx.random(23)}`,
    seq: tx.nextSeq(),
    created: tx.now,
    ...rest,
    fees: fees.filter(fee => fee.amount !== 0),
    description,
    availableOn: isPending ? tx.now + pendingSeconds : tx.now,
  })
}

/** Stripe's usual price for a card in the US: 2.9 % and 30 cents. */
export function processingFee(amount: number, currency: string): number {
  const fixed = decimalsOf(currency) === 3 ? 300 : 30
  return Math.round(amount * 0.029) + fixed
}
