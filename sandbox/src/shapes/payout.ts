import type Stripe from 'stripe'
import type { PayoutRecord } from '../records/payout.ts'

export function toPayout(record: PayoutRecord): Stripe.Payout {
  return {
    id: record.id,
    object: 'payout',
    amount: record.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: record.arrivalDate,
    automatic: false,
    balance_transaction: record.balanceTransaction,
    created: record.created,
    currency: record.currency,
    description: record.description,
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: record.metadata,
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: record.statementDescriptor,
    status: record.status,
    trace_id: null,
    type: 'bank_account',
  }
}
