import type { Metadata, Stored } from './stored.ts'

export interface PayoutRecord extends Stored {
  readonly created: number
  readonly amount: number
  readonly currency: string
  readonly status: 'pending' | 'paid' | 'canceled'
  readonly balanceTransaction: string
  readonly arrivalDate: number
  readonly description: string | null
  readonly statementDescriptor: string | null
  readonly metadata: Metadata
}
