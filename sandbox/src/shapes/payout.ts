import type Stripe from 'stripe'
import type { PayoutRecord } from '../records/payout.ts'

export function toPayout(record: PayoutRecord): Stripe.Payout {
  return {
    id: record.id,
    object: 'payout',
    amount: record.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: record.arrival_date,
    automatic: record.automatic,
    balance_transaction: record.balance_transaction,
    created: record.created,
    currency: record.currency,
    description: record.description,
    destination: record.destination,
    failure_balance_transaction: record.failure_balance_transaction,
    failure_code: record.failure_code,
    failure_message: record.failure_code ? (failures[record.failure_code] ?? null) : null,
    livemode: false,
    metadata: record.metadata,
    method: record.method,
    original_payout: record.original_payout,
    payout_method: null,
    reconciliation_status: reconciliation(record),
    reversed_by: record.reversed_by,
    source_type: 'card',
    statement_descriptor: record.statement_descriptor,
    status: record.status,
    trace_id: null,
    type: record.destination?.startsWith('card_') ? 'card' : 'bank_account',
  }
}

function reconciliation({ automatic, status }: PayoutRecord): Stripe.Payout.ReconciliationStatus {
  if (!automatic) return 'not_applicable'
  return status === 'pending' ? 'in_progress' : 'completed'
}

const failures: Readonly<Record<string, string>> = {
  account_closed: 'The bank account has been closed.',
  could_not_process: 'The bank could not process this payout.',
  debit_not_authorized: 'Debit transactions are not approved on your bank account.',
  insufficient_funds: 'Your Stripe account has insufficient funds to cover the payout.',
  invalid_currency: 'The bank was unable to process this payout because of its currency.',
  no_account: 'The bank account could not be located.',
}
