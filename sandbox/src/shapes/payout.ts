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
    automatic: record.isAutomatic ?? false,
    balance_transaction: record.balanceTransaction,
    created: record.created,
    currency: record.currency,
    description: record.description,
    destination: record.destination ?? null,
    failure_balance_transaction: record.failureBalanceTransaction ?? null,
    failure_code: record.failureCode ?? null,
    failure_message: record.failureCode ? (failures[record.failureCode] ?? null) : null,
    livemode: false,
    metadata: record.metadata,
    method: record.isInstant ? 'instant' : 'standard',
    original_payout: record.reverses ?? null,
    payout_method: null,
    reconciliation_status: reconciliation(record),
    reversed_by: record.reversedBy ?? null,
    source_type: 'card',
    statement_descriptor: record.statementDescriptor,
    status: record.status,
    trace_id: null,
    type: record.destination?.startsWith('card_') ? 'card' : 'bank_account',
  }
}

function reconciliation({ isAutomatic, status }: PayoutRecord): Stripe.Payout.ReconciliationStatus {
  if (!isAutomatic) return 'not_applicable'
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
