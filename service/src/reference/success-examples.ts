import { samples } from './sample-values.ts'

const at = '2026-03-14T09:26:53.589Z'
const later = '2026-03-14T09:41:07.120Z'

const payment = {
  svcPaymentId: samples.svcPaymentId,
  status: 'succeeded',
  amountCents: 4999,
  applicationFeeCents: 50,
  currency: 'usd',
  orderRef: 'order-1001',
  processorPaymentIntentId: samples.processorPaymentIntentId,
  captureMethod: 'automatic',
  capturedCents: 4999,
  refundedCents: 0,
  applicationFeeRefundedCents: 0,
  disputedCents: 0,
  failure: null,
  createdAt: at,
  updatedAt: later,
}
const partlyRefunded = {
  ...payment,
  status: 'partially_refunded',
  refundedCents: 1000,
  applicationFeeRefundedCents: 10,
}
const captured = {
  ...payment,
  amountCents: 3000,
  applicationFeeCents: 30,
  captureMethod: 'manual',
  capturedCents: 3000,
}
const canceled = { ...payment, status: 'canceled', capturedCents: 0 }
const refund = {
  refundId: samples.refundId,
  amountCents: 1000,
  status: 'succeeded',
  reason: 'requested_by_customer',
  createdAt: later,
}

const queued = {
  deliveryId: samples.deliveryId,
  eventId: samples.eventId,
  type: 'payment_intent.succeeded',
  merchantId: samples.merchantId,
  svcPaymentId: samples.svcPaymentId,
  state: 'pending',
  attempts: 9,
  nextAttemptAt: later,
  lastStatus: 500,
  lastError: null,
  createdAt: at,
}
const merchant = {
  merchantId: samples.merchantId,
  name: samples.name,
  feeBps: 250,
  feeFixedCents: 0,
  callbackUrl: samples.callbackUrl,
  processorAccountId: samples.processorAccountId,
  onboardingStatus: 'enabled',
  suspended: false,
  createdAt: at,
}

/** Where an example made of the parts of the schema would not tell a true story. */
export const successExamples: Readonly<Record<string, unknown>> = {
  capturePayment: captured,
  captureForMerchant: captured,
  refundPayment: partlyRefunded,
  refundForMerchant: partlyRefunded,
  cancelPayment: canceled,
  cancelForMerchant: canceled,
  getPayment: { ...partlyRefunded, refunds: [refund] },
  listPayments: { data: [payment], nextCursor: null },
  createAccount: {
    processorAccountId: samples.processorAccountId,
    onboardingStatus: 'pending',
    chargesEnabled: false,
    payoutsEnabled: false,
    requirements: 'business_profile.url, external_account',
  },
  redeliverEvent: queued,
  redeliver: queued,
  createMerchant: {
    ...merchant,
    processorAccountId: null,
    onboardingStatus: 'not_started',
    apiKey: samples.apiKey,
    callbackSigningSecret: samples.callbackSigningSecret,
  },
  suspendMerchant: { ...merchant, suspended: true },
}
