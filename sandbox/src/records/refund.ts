import type { Metadata, Stored } from './stored.ts'

export interface RefundRecord extends Stored {
  readonly created: number
  readonly amount: number
  readonly currency: string
  readonly charge: string
  readonly payment_intent: string
  readonly payment_method: string
  readonly customer: string | null
  readonly status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  /** Null for a released hold: no money moved, because none was captured. */
  readonly balance_transaction: string | null
  readonly failure_reason?: string
  readonly failure_balance_transaction?: string
  readonly reason: string | null
  readonly instructions_email?: string
  readonly metadata: Metadata
  /** The type of destination; `card_reversal` for a card that was never charged. */
  readonly destination: string
}
