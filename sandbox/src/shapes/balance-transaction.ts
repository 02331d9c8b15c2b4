import type Stripe from 'stripe'
import { application } from '../constants.ts'
import { type BalanceFee, type BalanceTransactionRecord, netOf } from '../records/balance-transaction.ts'

/** `now` decides whether the money is available yet. */
export function toBalanceTransaction(
  record: BalanceTransactionRecord,
  now: number,
): Stripe.BalanceTransaction {
  const net = netOf(record)
  return {
    id: record.id,
    object: 'balance_transaction',
    amount: record.amount,
    available_on: record.available_on,
    balance_type: 'payments',
    created: record.created,
    currency: record.currency,
    description: record.description,
    exchange_rate: null,
    fee: record.amount - net,
    fee_details: record.fees.map(fee => feeDetail(fee, record.currency)),
    net,
    reporting_category: categoryOf(record),
    source: record.source,
    status: record.available_on <= now ? 'available' : 'pending',
    type: record.type,
  }
}

/** The reporting category. A dispute's money can come back, and so can a platform's fee. */
function categoryOf({ type, amount, parent }: BalanceTransactionRecord): string {
  if (type === 'adjustment' && parent !== undefined) return 'fee'
  if (type === 'adjustment') return amount < 0 ? 'dispute' : 'dispute_reversal'
  if (type === 'payout' && amount > 0) return 'payout_reversal'
  return categories[type] ?? type
}

const categories: Readonly<Record<string, string>> = {
  application_fee: 'platform_earning',
  application_fee_refund: 'platform_earning_refund',
  payment: 'charge',
  payment_refund: 'refund',
  payout_cancel: 'payout_reversal',
  payout_failure: 'payout_reversal',
}

function feeDetail({ type, amount }: BalanceFee, currency: string): Stripe.BalanceTransaction.FeeDetail {
  const isOurs = type === 'application_fee'
  const description = isOurs ? 'Sandbox platform application fee' : 'Stripe processing fees'
  return { amount, application: isOurs ? application : null, currency, description, type }
}
