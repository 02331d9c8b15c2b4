import type { Stored } from './stored.ts'

export interface CurrencyBalance {
  readonly currency: string
  readonly available: number
  readonly pending: number
}

/** An account's balance when money became available. */
export interface BalanceRecord extends Stored {
  readonly balances: readonly CurrencyBalance[]
}
