import type { Metadata, Stored } from './stored.ts'

export interface RefundRecord extends Stored {
  readonly created: number
  readonly amount: number
  readonly currency: string
  readonly charge: string
  readonly payment_intent: string
  readonly paymentMethod: string
  readonly customer: string | null
  readonly status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  readonly failureReason: string | null
  readonly balanceTransaction?: string | undefined
  readonly failureBalanceTransaction?: string | undefined
  readonly reason: string | null
  readonly instructionsEmail?: string | undefined
  readonly metadata: Metadata
  /** The type of destination; `card_reversal` for a card that was never charged. */
  readonly destination: string
  /** No money moved: the amount was held and never captured. */
  readonly isRelease?: boolean
}
