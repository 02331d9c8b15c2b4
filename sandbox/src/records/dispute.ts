import type { BalanceTransactionRecord } from './balance-transaction.ts'
import type { Metadata, Stored } from './stored.ts'

export interface DisputeRecord extends Stored {
  readonly created: number
  readonly amount: number
  readonly currency: string
  readonly charge: string
  readonly payment_intent: string
  readonly brand: string | null
  readonly reason: string
  readonly status:
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost'
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
  readonly dueBy: number
  /** Closed because the deadline passed without an answer. */
  readonly isOverdue?: boolean
  readonly evidence: Readonly<Record<string, string>>
  readonly submissions: number
  /** The money that the bank withdrew and returned. */
  readonly transactions: readonly BalanceTransactionRecord[]
  readonly metadata: Metadata
}

export function needsResponse({ status }: DisputeRecord): boolean {
  return status === 'needs_response' || status === 'warning_needs_response'
}

/** The bank asks before it disputes. No money moves, and the payment can still be refunded. */
export function isInquiry({ status }: DisputeRecord): boolean {
  return status.startsWith('warning_')
}
