import type { Stored } from './stored.ts'

export interface BalanceFee {
  readonly type: 'application_fee' | 'stripe_fee'
  readonly amount: number
}

/** A movement of an account's balance. */
export interface BalanceTransactionRecord extends Stored {
  readonly created: number
  readonly type: string
  /** Negative for outgoing money. */
  readonly amount: number
  readonly currency: string
  readonly fees: readonly BalanceFee[]
  /** The charge, refund, dispute, fee or payout behind it. */
  readonly source: string
  /** The object that the source is part of: the application fee of a fee refund. */
  readonly parent?: string
  readonly description: string | null
  /** The automatic payout that it was part of. */
  readonly payout?: string
  /** Seconds. */
  readonly available_on: number
}

export function netOf({ amount, fees }: BalanceTransactionRecord): number {
  return fees.reduce((net, fee) => net - fee.amount, amount)
}
