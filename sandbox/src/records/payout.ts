import type { Metadata, Stored } from './stored.ts'

export interface PayoutRecord extends Stored {
  readonly created: number
  readonly amount: number
  readonly currency: string
  readonly status: 'pending' | 'paid' | 'failed' | 'canceled'
  readonly balanceTransaction: string
  readonly arrivalDate: number
  readonly description: string | null
  readonly statementDescriptor: string | null
  /** Made by Stripe rather than by the account. */
  readonly isAutomatic?: boolean
  /** The external account it goes to. */
  readonly destination?: string | null
  readonly isInstant?: boolean
  readonly failureCode?: string | null
  readonly failureBalanceTransaction?: string | null
  /** The payout that this one reverses, and the one that reverses it. */
  readonly reverses?: string | null
  readonly reversedBy?: string | null
  readonly metadata: Metadata
}
