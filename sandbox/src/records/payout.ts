import type Stripe from 'stripe'
import type { Metadata, Shown, Stored } from './stored.ts'

type Added =
  | 'application_fee'
  | 'application_fee_amount'
  | 'failure_message'
  | 'payout_method'
  | 'reconciliation_status'
  | 'source_type'
  | 'trace_id'
  | 'type'

export interface PayoutRecord extends Stored, Shown<Stripe.Payout, Added> {
  readonly status: 'pending' | 'paid' | 'failed' | 'canceled'
  readonly method: 'instant' | 'standard'
  readonly balance_transaction: string
  readonly metadata: Metadata
}
