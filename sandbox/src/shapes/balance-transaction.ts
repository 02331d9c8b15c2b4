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
    available_on: record.availableOn,
    balance_type: 'payments',
    created: record.created,
    currency: record.currency,
    description: record.description,
    exchange_rate: null,
    fee: record.amount - net,
    fee_details: record.fees.map(fee => feeDetail(fee, record.currency)),
    net,
    reporting_category: categories[record.type] ?? record.type,
    source: record.source,
    status: record.availableOn <= now ? 'available' : 'pending',
    type: record.type,
  }
}

const categories: Readonly<Record<string, string>> = {
  adjustment: 'dispute',
  application_fee: 'platform_earning',
  application_fee_refund: 'platform_earning_refund',
  payment: 'charge',
  payment_refund: 'refund',
  payout_cancel: 'payout_reversal',
}

function feeDetail({ type, amount }: BalanceFee, currency: string): Stripe.BalanceTransaction.FeeDetail {
  const isOurs = type === 'application_fee'
  const description = isOurs ? 'Sandbox platform application fee' : 'Stripe processing fees'
  return { amount, application: isOurs ? application : null, currency, description, type }
}
