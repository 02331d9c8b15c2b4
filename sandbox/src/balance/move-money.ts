import { decimalsOf } from '../currencies.ts'
import { scheduleOnce } from '../jobs/schedule.ts'
import type { BalanceFee, BalanceTransactionRecord } from '../records/balance-transaction.ts'
import type { Tx } from '../store/store.ts'

const day = 24 * 60 * 60

interface Movement {
  readonly account: string
  readonly type: string
  readonly amount: number
  readonly currency: string
  readonly source: string
  readonly parent?: string
  readonly fees?: readonly BalanceFee[]
  readonly description?: string | null
  /** For money from payments: whether it only becomes available two days later, at midnight (UTC). */
  readonly isPending?: boolean
}

/** The only place where a balance changes. */
export function moveMoney(tx: Tx, movement: Movement): BalanceTransactionRecord {
  const { isPending, fees = [], description = null, ...rest } = movement
  const available_on = isPending ? Math.floor(tx.now / day + 2) * day : tx.now
  const { account } = rest
  if (isPending !== undefined)
    scheduleOnce(tx, 'announce_balance', { id: account, account }, available_on * 1000)
  return tx.put('balance_transaction', {
    id: `txn_3${tx.random(23)}`,
    seq: tx.nextSeq(),
    created: tx.now,
    ...rest,
    fees: fees.filter(fee => fee.amount !== 0),
    description,
    available_on,
  })
}

/** Stripe's usual price for a card in the US: 2.9% and 30 cents. */
export function processingFee(amount: number, currency: string): number {
  const fixed = decimalsOf(currency) === 3 ? 300 : 30
  return Math.round(amount * 0.029) + fixed
}
