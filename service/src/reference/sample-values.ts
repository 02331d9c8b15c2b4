const ulid = '01jd3k5v8xemw9g6t2q4r7y0zb'

/** One set of values for all examples, so that an id in one is the same thing in the others. */
export const samples: Readonly<Record<string, unknown>> = {
  merchantId: `mer_${ulid}`,
  svcPaymentId: `svcpay_${ulid}`,
  paymentId: `svcpay_${ulid}`,
  refundId: `svcrf_${ulid}`,
  operationId: `op_${ulid}`,
  operatorId: `opr_${ulid}`,
  keyId: `key_${ulid}`,
  deliveryId: `dlv_${ulid}`,
  traceId: `trc_${ulid}`,
  auditId: '1042',
  eventId: 'evt_1Q0sandbox',
  processorPaymentIntentId: 'pi_3Q0sandbox',
  processorRefundId: 're_3Q0sandbox',
  processorDisputeId: 'du_1Q0sandbox',
  processorAccountId: 'acct_1Q0sandbox',
  connectedAccountId: 'acct_1Q0sandbox',
  processor: 'stripe',
  clientSecret: 'pi_3Q0sandbox_secret_k5v8xemw9g6t2q4r7y0zb',
  apiKey: 'svc_live_01jd3k5v8xemw9g6t2q4r7y0zb_9f2c…',
  token: 'svc_op_01jd3k5v8xemw9g6t2q4r7y0zb_4b7e…',
  callbackSigningSecret: 'whsec_5f0c…',
  signingSecret: 'whsec_5f0c…',
  name: 'Corner Bakery',
  orderRef: 'order-1001',
  currency: 'usd',
  status: 'succeeded',
  state: 'delivered',
  amountCents: 4999,
  capturedCents: 4999,
  refundedCents: 0,
  grossCents: 4999,
  feeCents: 50,
  netCents: 4949,
  customerCents: -4999,
  merchantCents: 4949,
  platformFeesCents: 50,
  disputeHoldCents: 0,
  openingCents: 0,
  closingCents: 4949,
  feeBps: 250,
  feeFixedCents: 0,
  callbackUrl: 'https://bakery.example/callbacks',
  idempotencyKey: 'order-1001',
  actor: 'Ana',
  note: null,
  address: '203.0.113.7',
  target: `svcpay_${ulid}`,
  detail: { amountCents: 1000 },
  day: '2026-03-14',
  hint: '9f2c',
  attempt: 1,
  attempts: 1,
  durationMs: 84,
  count: 3,
  nextCursor: null,
}

/** In a path, where the name alone does not say what it is the id of. */
export function samplePath(template: string): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(samplePathValue(template, name)))
}

export function samplePathValue(template: string, name: string): unknown {
  if (name !== 'id') return samples[name]
  return template.includes('/events/') ? samples.eventId : samples.svcPaymentId
}
