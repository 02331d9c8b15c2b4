import type { Metadata, Stored } from './stored.ts'

/** Belongs to the platform. `payer` is the account that paid it. */
export interface ApplicationFeeRecord extends Stored {
  readonly created: number
  readonly amount: number
  readonly currency: string
  readonly payer: string
  readonly application: string
  readonly charge: string
  readonly balance_transaction: string
  /** Newest first. */
  readonly refunds: readonly FeeRefundRecord[]
}

export interface FeeRefundRecord {
  readonly balance_transaction: string
  readonly id: string
  readonly created: number
  readonly amount: number
  readonly metadata: Metadata
}

export function amountRefunded(fee: ApplicationFeeRecord): number {
  return fee.refunds.reduce((sum, refund) => sum + refund.amount, 0)
}
