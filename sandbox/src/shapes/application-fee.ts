import type Stripe from 'stripe'
import {
  type ApplicationFeeRecord,
  amountRefunded,
  type FeeRefundRecord,
} from '../records/application-fee.ts'

export function toApplicationFee(record: ApplicationFeeRecord): Stripe.ApplicationFee {
  const refunded = amountRefunded(record)
  return {
    id: record.id,
    object: 'application_fee',
    account: record.payer,
    amount: record.amount,
    amount_refunded: refunded,
    application: record.application,
    balance_transaction: record.balance_transaction,
    charge: record.charge,
    created: record.created,
    currency: record.currency,
    fee_source: { charge: record.charge, type: 'charge' },
    livemode: false,
    originating_transaction: null,
    refunded: refunded === record.amount,
    refunds: {
      object: 'list',
      data: record.refunds.slice(0, 10).map(refund => toFeeRefund(record, refund)),
      has_more: record.refunds.length > 10,
      url: `/v1/application_fees/${record.id}/refunds`,
    },
  }
}

export function toFeeRefund(fee: ApplicationFeeRecord, refund: FeeRefundRecord): Stripe.FeeRefund {
  return {
    id: refund.id,
    object: 'fee_refund',
    amount: refund.amount,
    balance_transaction: refund.balance_transaction,
    created: refund.created,
    currency: fee.currency,
    fee: fee.id,
    metadata: refund.metadata,
  }
}
