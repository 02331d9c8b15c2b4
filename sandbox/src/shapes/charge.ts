import type Stripe from 'stripe'
import type { ChargeRecord } from '../records/charge.ts'
import { noBillingDetails } from '../records/payment-method.ts'
import { declineByCodes } from '../simulated/declines.ts'
import { toPaymentMethodDetails } from './charge-payment-method.ts'

export function toCharge(record: ChargeRecord): Stripe.Charge {
  const refunded = record.amountRefunded + record.amountReleased
  return {
    id: record.id,
    object: 'charge',
    amount: record.amount,
    amount_captured: record.amount_captured,
    amount_refunded: refunded,
    application: record.application,
    application_fee: record.application_fee,
    application_fee_amount: record.application_fee_amount,
    balance_transaction: record.balance_transaction,
    billing_details: record.paidWith.billing_details ?? noBillingDetails,
    calculated_statement_descriptor: record.calculated_statement_descriptor,
    captured: record.captured,
    created: record.created,
    currency: record.currency,
    customer: record.customer,
    description: record.description,
    disputed: record.disputed,
    failure_balance_transaction: null,
    failure_code: record.failure?.code ?? null,
    failure_message: record.failure?.message ?? null,
    fraud_details: record.fraud_details,
    livemode: false,
    metadata: record.metadata,
    on_behalf_of: null,
    outcome: outcome(record),
    paid: record.status === 'succeeded',
    payment_intent: record.payment_intent,
    payment_method: record.payment_method,
    payment_method_details: toPaymentMethodDetails(record),
    radar_options: {},
    receipt_email: record.receipt_email,
    receipt_number: null,
    receipt_url: receiptUrl(record),
    refunded: refunded > 0 && refunded === record.amount_captured + record.amountReleased,
    review: null,
    shipping: record.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: record.statement_descriptor,
    statement_descriptor_suffix: record.statement_descriptor_suffix,
    status: record.status,
    transfer_data: null,
    transfer_group: record.transfer_group,
  }
}

function receiptUrl({ id, status, receiptAt }: ChargeRecord): string | null {
  return status === 'succeeded' ? `${receiptAt}/_sandbox/pages/receipts/${id}` : null
}

function riskOf(record: ChargeRecord, blocked: boolean) {
  if (blocked) return { risk_level: 'highest', risk_score: 92 }
  if (record.paidWith.card?.risk === 'elevated') return { risk_level: 'elevated', risk_score: 70 }
  return { risk_level: 'normal', risk_score: 23 }
}

function outcome(record: ChargeRecord): Stripe.Charge.Outcome {
  const blocked = record.failure?.declineCode === 'fraudulent'
  const risk = riskOf(record, blocked)
  if (!record.failure) {
    return {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      ...risk,
      seller_message: 'Payment complete.',
      type: 'authorized',
    }
  }
  const decline = declineByCodes(record.failure.code, record.failure.declineCode)
  return {
    advice_code: decline?.advice_code ?? null,
    network_advice_code: decline?.network_advice_code ?? null,
    network_decline_code: decline?.network_decline_code ?? null,
    network_status: blocked ? 'not_sent_to_network' : 'declined_by_network',
    reason: blocked ? 'highest_risk_level' : record.failure.declineCode,
    ...risk,
    seller_message: blocked
      ? 'Stripe blocked this payment as too risky.'
      : 'The bank did not return any further details with this decline.',
    type: blocked ? 'blocked' : 'issuer_declined',
  }
}
