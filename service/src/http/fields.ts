import { type TString, Type } from '@fastify/type-provider-typebox'
import { Line } from './schemas.ts'

const ulid = '01jd3k5v8xemw9g6t2q4r7y0zb'

/** Shared by all examples, so that an id means the same thing everywhere. */
export const sample = {
  merchantId: `mer_${ulid}`,
  svcPaymentId: `svcpay_${ulid}`,
  traceId: `trc_${ulid}`,
  eventId: 'evt_1Q0sandbox',
  accountId: 'acct_1Q0sandbox',
  readerId: 'tmr_1Q0sandbox',
  callbackUrl: 'https://bakery.example/callbacks',
  signature: 't=1773480414,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
}

/** Fields of answers, each with a description and an example. */
export const Text = (description: string, example: string) =>
  Type.String({ description, examples: [example] })
export const Whole = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] })
export const Flag = (description: string, example: boolean) =>
  Type.Boolean({ description, examples: [example] })
/** An enumeration in an answer. */
export const Choice = (values: readonly string[], description: string, ...examples: string[]) =>
  Type.String({ enum: [...values], description, ...(examples.length > 0 ? { examples } : {}) })

export const MerchantIdField = Text('The merchant’s id', sample.merchantId)
export const PaymentIdField = Text('The payment’s id', sample.svcPaymentId)
export const RefundIdField = Text('The refund’s id', `svcrf_${ulid}`)
export const OperationIdField = Text('The operation’s id', `op_${ulid}`)
export const OperatorIdField = Text('The operator’s id', `opr_${ulid}`)
export const KeyIdField = Text('The id of the API key, not the key itself', `key_${ulid}`)
export const DeliveryIdField = Text(
  'The id of the delivery: one event on its way to one callback URL',
  `dlv_${ulid}`,
)
export const EventIdField = Text('The event’s id, the same as at the processor', sample.eventId)
export const EventTypeField = Text('The event’s type', 'payment_intent.succeeded')
export const CurrencyField = Text('Three-letter ISO 4217 code in lower case', 'usd')
export const IdempotencyKeyField = Text(
  'The Idempotency-Key of the request; null when it had none',
  'order-1001',
)

/** An enumeration in a body or query. */
export const OneOf = <Value extends string>(
  values: readonly Value[],
  options: { description: string; default?: Value; examples?: Value[] },
) => Type.Unsafe<Value>({ enum: [...values], ...options })
/** For bodies and queries; off by default. */
export const Switch = (description: string) => Type.Optional(Type.Boolean({ default: false, description }))

export const CountryField = Type.Optional(
  Type.String({ pattern: '^[A-Za-z]{2}$', default: 'US', description: 'Two-letter country code' }),
)

/** For a path. The form of an id is not checked: a malformed one is simply not found. */
export const InPath = (field: TString, maxLength = 64) => Type.String({ ...Line(maxLength), ...field })

export const MerchantFilter = Line(64, { description: 'Only this merchant' })
export const CurrencyFilter = Type.String({
  format: 'currency',
  description: 'Only this currency: a three-letter ISO 4217 code',
  examples: ['usd'],
})
