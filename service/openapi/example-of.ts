import type { Schema } from './types.ts'

const sampleTime = '2026-03-14T09:26:53.589Z'

/** An example of a schema: its own, or one composed from its parts. Undefined if there is none. */
export function exampleOf(schema: Schema): unknown {
  if (schema.examples && schema.examples.length > 0) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.properties) return exampleOfObject(schema.properties)
  if (schema.items) return [exampleOf(schema.items)].filter(item => item !== undefined)
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return exampleOfChoice(schema.anyOf)
  if (schema.format === 'date-time') return sampleTime
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0
  return schema.type === 'boolean' ? true : undefined
}

function exampleOfObject(properties: Record<string, Schema>): object {
  const fields = Object.entries(properties).map(([name, field]) => [name, exampleOf(field)])
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

/** Null if null is allowed and there is no other example. */
function exampleOfChoice(choices: Schema[]): unknown {
  const [first] = choices
  const isNullable = choices.some(choice => choice.type === 'null')
  return (first && exampleOf(first)) ?? (isNullable ? null : undefined)
}

const later = { updatedAt: '2026-03-14T09:41:07.120Z' }
const captured = {
  ...later,
  amountCents: 3000,
  applicationFeeCents: 30,
  captureMethod: 'manual',
  capturedCents: 3000,
}
const refunded = {
  ...later,
  status: 'partially_refunded',
  refundedCents: 1000,
  applicationFeeRefundedCents: 10,
}
const canceled = { ...later, status: 'canceled', capturedCents: 0 }
const pending = { onboardingStatus: 'pending', chargesEnabled: false, payoutsEnabled: false }
const queued = { state: 'pending', attempts: 9, nextAttemptAt: later.updatedAt, lastStatus: 500 }

/** Changes to the example of a call's answer, to make it plausible. */
export const exampleChanges: Readonly<Record<string, object>> = {
  capturePayment: captured,
  captureForMerchant: captured,
  refundPayment: refunded,
  refundForMerchant: refunded,
  getPayment: refunded,
  cancelPayment: canceled,
  cancelForMerchant: canceled,
  createAccount: { ...pending, requirements: 'business_profile.url, external_account' },
  createMerchantAccount: pending,
  redeliverEvent: queued,
  redeliver: queued,
  createMerchant: { processorAccountId: null, onboardingStatus: 'not_started' },
  suspendMerchant: { suspended: true },
}
