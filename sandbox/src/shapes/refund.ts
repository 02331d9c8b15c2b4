import type Stripe from 'stripe'
import type { RefundRecord } from '../records/refund.ts'

export function toRefund(record: RefundRecord): Stripe.Refund {
  return {
    id: record.id,
    object: 'refund',
    amount: record.amount,
    balance_transaction: record.balance_transaction,
    charge: record.charge,
    created: record.created,
    currency: record.currency,
    customer: record.customer,
    customer_account: null,
    destination_details: destination(record),
    ...(record.failure_balance_transaction === undefined
      ? {}
      : { failure_balance_transaction: record.failure_balance_transaction }),
    ...(record.failure_reason === undefined ? {} : { failure_reason: record.failure_reason }),
    ...(record.instructions_email === undefined ? {} : { instructions_email: record.instructions_email }),
    metadata: record.metadata,
    payment_intent: record.payment_intent,
    payment_method: record.payment_method,
    ...(record.status === 'pending' ? { pending_reason: 'processing' } : {}),
    reason: record.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: record.status,
    transfer_reversal: null,
  }
}

function destination(record: RefundRecord): Stripe.Refund.DestinationDetails {
  if (record.destination === 'card') {
    return {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    }
  }
  if (record.destination === 'card_reversal') return { type: 'card', card: { type: 'reversal' } }
  if (record.destination === 'klarna')
    return { type: 'klarna', klarna: { reference: null, reference_status: null } }
  return { type: record.destination }
}
