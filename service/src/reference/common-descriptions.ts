import { mapValues } from './named-schemas.ts'
import type { Parameter, Schema } from './openapi-types.ts'

/** What a name means wherever it occurs, unless its schema says more. */
const meanings: Readonly<Record<string, string>> = {
  merchantId: 'The merchant’s id',
  svcPaymentId: 'The payment’s id',
  paymentId: 'The payment’s id',
  refundId: 'The refund’s id',
  eventId: 'The event’s id, the same as at the processor',
  deliveryId: 'The id of the delivery: one event on its way to one callback URL',
  keyId: 'The id of the API key, not the key itself',
  operatorId: 'The operator’s id',
  operationId: 'The operation’s id',
  locationId: 'The id of the reader’s location',
  processorAccountId: 'The merchant’s account at the processor',
  processorRefundId: 'The refund’s id at the processor',
  processorDisputeId: 'The dispute’s id at the processor',
  orderRef: 'The merchant’s own order reference',
  currency: 'Three-letter ISO 4217 code in lower case',
  amountCents: 'In the currency’s smallest unit',
  captureMethod: '`manual` authorizes first and captures later',
  status: 'The status of the payment',
  failure: 'Why the last attempt to pay failed; null if none did',
  requirements: 'What the processor still needs, separated by commas; null if nothing',
  onboardingStatus: 'How far the merchant’s onboarding is',
  nextAttemptAt: 'When it is tried next; null when it is not',
  lastStatus: 'The status of the last answer; null when there was none',
  lastError: 'Why the last attempt failed; null when it did not',
  lastUsedAt: 'When it was last used; null when it never was',
  expiresAt: 'When it stops working; null when it does not',
  revokedAt: 'When it was revoked; null when it was not',
  callbackUrl: 'Where callbacks go; null for none',
  feeBps: 'Platform fee in basis points: 100 is 1%',
  feeFixedCents: 'Fixed part of the platform fee, in the currency’s smallest unit',
  label: 'A name for people',
  delivery: 'Its delivery to the callback URL; null when it is not forwarded',
  idempotencyKey: 'The Idempotency-Key of the request; null when it had none',
  data: 'The items of this page',
}

/** The same name for different things: by the object that has it. */
const meaningsIn: Readonly<Record<string, Record<string, string>>> = {
  Delivery: { type: 'The event’s type' },
  Event: { type: 'The event’s type' },
  Location: { id: 'The location’s id', displayName: 'The location’s name' },
  NewLocation: { city: 'City', postalCode: 'Postal code' },
  NewRefund: { reason: 'Why it is refunded' },
  PaymentFailure: { code: 'The processor’s code', message: 'A sentence for the customer' },
  Reader: { id: 'The reader’s id', status: '`online` or `offline`, as the processor sees it' },
  Refund: {
    status: 'The status of the refund',
    reason: 'Why it was refunded; null when no reason was given',
  },
}

/** Of the processor's own objects. */
const processorsMeanings: Readonly<Record<string, string>> = {
  object: 'The kind of object',
  type: 'The event’s type',
  data: 'What the event is about, and what it was before',
  payment_intent: 'The payment’s id at the processor',
  last_payment_error: 'Why the last attempt to pay failed',
}

/** `{id}` in a path, by what comes before it. */
const idsOf: Readonly<Record<string, string | undefined>> = {
  payments: meanings.svcPaymentId,
  events: meanings.eventId,
  readers: 'The reader’s id',
}

/** In queries and headers. */
const wishes: Readonly<Record<string, string>> = {
  merchantId: 'Only this merchant',
  currency: 'Only this currency: a three-letter ISO 4217 code',
  status: 'Only payments with this status',
  orderRef: 'Only payments with this order reference',
  type: 'Only this event type',
  state: 'Only in this state',
  q: 'An id, an order reference, a merchant’s name, or a trace id',
  'last-event-id': 'The id of the last line that arrived: the stream goes on after it',
}

export function describedParameter(parameter: Parameter, path: string): Parameter {
  const { name, schema } = parameter
  if (parameter.description ?? schema?.description) return parameter
  const [, collection = ''] = /(\w+)\/\{id\}/.exec(path) ?? []
  const inPath = name === 'id' ? idsOf[collection] : meanings[name]
  const description = parameter.in === 'path' ? inPath : wishes[name]
  return description === undefined ? parameter : { ...parameter, description }
}

/** A named schema, in which every field says what it is. */
export function describedSchema(schema: Schema, name: string): Schema {
  const isProcessors = schema.properties?.object !== undefined
  return withDescribedFields(schema, isProcessors ? processorsMeanings : { ...meanings, ...meaningsIn[name] })
}

function withDescribedFields(schema: Schema, known: Readonly<Record<string, string>>): Schema {
  const { properties, items, anyOf } = schema
  const inside = (part: Schema) => withDescribedFields(part, known)
  return {
    ...schema,
    ...(properties
      ? { properties: mapValues(properties, (field, key) => described(inside(field), known[key])) }
      : {}),
    ...(items ? { items: inside(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(inside) } : {}),
  }
}

/** Whether it may be null or not, a field has its description itself, where every tool shows it. */
function described(field: Schema, known: string | undefined): Schema {
  if (field.description !== undefined || field.$ref !== undefined) return field
  const [first, ...others] = field.anyOf ?? []
  const { description = known, ...bare } = first ?? {}
  if (description === undefined) return field
  return first ? { ...field, description, anyOf: [bare, ...others] } : { ...field, description }
}
