import type Stripe from 'stripe'
import { type DisputeRecord, isInquiry } from '../records/dispute.ts'
import { toBalanceTransaction } from './balance-transaction.ts'

export function toDispute(record: DisputeRecord): Stripe.Dispute {
  return {
    id: record.id,
    object: 'dispute',
    amount: record.amount,
    balance_transactions: record.transactions.map(moved => toBalanceTransaction(moved, moved.created)),
    charge: record.charge,
    created: record.created,
    currency: record.currency,
    enhanced_eligibility_types: [],
    evidence: { ...noEvidence, ...record.evidence },
    evidence_details: {
      due_by: record.dueBy,
      enhanced_eligibility: {},
      has_evidence: Object.keys(record.evidence).length > 0,
      past_due: false,
      submission_count: record.submissions,
      submission_method: record.submissions > 0 ? 'manual' : 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry(record),
    livemode: false,
    metadata: record.metadata,
    payment_intent: record.payment_intent,
    ...(record.brand === null ? {} : { payment_method_details: cardDetails(record, record.brand) }),
    reason: record.reason,
    status: record.status,
  }
}

function cardDetails(record: DisputeRecord, brand: string): Stripe.Dispute.PaymentMethodDetails {
  const case_type = isInquiry(record) ? 'inquiry' : 'chargeback'
  return { type: 'card', card: { brand, case_type, network: brand, network_reason_code: '10.4' } }
}

export const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
