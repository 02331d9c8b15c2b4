import type { MerchantId, PaymentId, RefundId } from '../../src/ids.ts'
import type { Payment, Refund } from '../../src/payments/payment.ts'
import type { IntentStatus, PaymentSnapshot } from '../../src/processors/port.ts'

const authorizedCents = 10_000
export const newPayment: Payment = {
  merchantId: 'mer_1' as MerchantId,
  paymentId: 'svcpay_1' as PaymentId,
  processor: 'sandbox',
  accountId: 'acct_1',
  processorPaymentId: 'pi_1',
  status: 'requires_payment_method',
  currency: 'usd',
  captureMethod: 'manual',
  authorizedCents,
  authorizedFeeCents: 133,
  capturedCents: 0,
  feeCents: 0,
  refundedCents: 0,
  feeRefundedCents: 0,
  disputedCents: 0,
  orderRef: null,
  branch: null,
  customerRef: null,
  description: null,
  failureCode: null,
  failureMessage: null,
  version: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
}

export const snapshotOf = (status: IntentStatus, more: Partial<PaymentSnapshot> = {}): PaymentSnapshot => ({
  processorPaymentId: 'pi_1',
  status,
  currency: 'usd',
  captureMethod: 'manual',
  amountCents: authorizedCents,
  capturedCents: 0,
  feeCents: 133,
  failure: null,
  ...more,
})

export function reservation(refundId: RefundId, amountCents: number, returnsFee: boolean): Refund {
  return {
    refundId,
    processorRefundId: null,
    amountCents,
    returnsFee,
    reason: null,
    state: 'reserved',
    feeUnread: false,
  }
}
