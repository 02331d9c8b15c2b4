import { type TString, Type } from '@fastify/type-provider-typebox'
import { Line } from './schemas.ts'

const ulid = '01jd3k5v8xemw9g6t2q4r7y0zb'

/** Ids in examples, so that one id is the same thing in all of them. */
export const sample = {
  merchantId: `mer_${ulid}`,
  svcPaymentId: `svcpay_${ulid}`,
  traceId: `trc_${ulid}`,
  eventId: 'evt_1Q0sandbox',
  accountId: 'acct_1Q0sandbox',
  readerId: 'tmr_1Q0sandbox',
  callbackUrl: 'https://bakery.example/callbacks',
}

/** Fields of answers, each with a description and an example. */
export const Text = (description: string, example: string) =>
  Type.String({ description, examples: [example] })
export const Whole = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] })

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

/** In a path: what cannot be an id is the id of nothing, so its form is not checked. */
export const InPath = (field: TString, maxLength = 64) => Type.String({ ...Line(maxLength), ...field })

/** In queries. */
export const MerchantFilter = Line(64, { description: 'Only this merchant' })
export const CurrencyFilter = Type.String({
  format: 'currency',
  description: 'Only this currency: a three-letter ISO 4217 code',
  examples: ['usd'],
})
