import { Type } from '@fastify/type-provider-typebox'
import { EventTypeField, sample } from '../src/http/fields.ts'
import {
  Account,
  AnyObject,
  Charge,
  Dispute,
  eventSchema,
  PaymentError,
  PaymentIntent,
} from './event-schemas.ts'
import { exampleOf } from './example-of.ts'
import type { Operation, Parameter, Schema } from './types.ts'

interface Callback {
  /** The name of the schema and, after `on`, of the operation. */
  name: string
  summary: string
  meaning: string
  object: Schema
  /** How the object differs from the usual example. */
  now?: object
  before?: object
}

/** The nine forwarded event types. */
const callbacks: Record<string, Callback> = {
  'payment_intent.succeeded': {
    name: 'PaymentSucceeded',
    summary: 'A payment succeeded',
    meaning: 'The payment is complete. You can fulfill the order.',
    object: PaymentIntent,
  },
  'payment_intent.processing': {
    name: 'PaymentProcessing',
    summary: 'A payment is processing',
    meaning: 'An asynchronous payment, such as a bank debit, is pending. Do not fulfill the order yet.',
    object: PaymentIntent,
    now: { status: 'processing', amount_received: 0 },
  },
  'payment_intent.payment_failed': {
    name: 'PaymentFailed',
    summary: 'An attempt to pay failed',
    meaning:
      'An attempt to pay failed; `last_payment_error` says why. The customer can try again with the same client secret.',
    object: PaymentIntent,
    now: {
      status: 'requires_payment_method',
      amount_received: 0,
      last_payment_error: exampleOf(PaymentError),
    },
  },
  'payment_intent.amount_capturable_updated': {
    name: 'PaymentCapturable',
    summary: 'A payment can be captured',
    meaning: 'A payment with manual capture is authorized. Capture it, or cancel it to release the money.',
    object: PaymentIntent,
    now: { status: 'requires_capture', amount_capturable: 4999, amount_received: 0 },
  },
  'payment_intent.canceled': {
    name: 'PaymentCanceled',
    summary: 'A payment was canceled',
    meaning: 'The payment was canceled. Nothing was or will be charged.',
    object: PaymentIntent,
    now: { status: 'canceled', amount_received: 0 },
  },
  'charge.refunded': {
    name: 'PaymentRefunded',
    summary: 'A payment was refunded',
    meaning: 'A refund was issued, in full or in part. `amount_refunded` is the total so far.',
    object: Charge,
    before: { amount_refunded: 0 },
  },
  'charge.dispute.created': {
    name: 'DisputeOpened',
    summary: 'A dispute was opened',
    meaning: 'The customer disputes the payment. The processor holds the disputed amount back.',
    object: Dispute,
  },
  'charge.dispute.closed': {
    name: 'DisputeClosed',
    summary: 'A dispute was closed',
    meaning: 'A dispute was decided: `status` is `won` or `lost`. An inquiry ends as `warning_closed`.',
    object: Dispute,
    now: { status: 'won' },
    before: { status: 'under_review' },
  },
  'account.updated': {
    name: 'AccountUpdated',
    summary: 'A merchant’s account changed',
    meaning: 'The merchant’s onboarding or capabilities changed.',
    object: Account,
    before: { charges_enabled: false, payouts_enabled: false },
  },
}

const header = (name: string, description: string, example: string, required = true): Parameter => ({
  in: 'header',
  name,
  required,
  description,
  schema: { type: 'string' },
  example,
})

const paymentHeader = header(
  'Svc-Payment-Id',
  'The `svcPaymentId`. Absent when the payment was not made with svcpay.',
  sample.svcPaymentId,
  false,
)

function headersFor(type: string): Parameter[] {
  return [
    header(
      'Svc-Signature',
      '`t=<unix seconds>,v1=<hex>`: the HMAC-SHA256 of `<t>.<raw body>` with the callback signing secret as key. ' +
        'During a secret rotation there is one `v1` for each valid secret; accept the callback if any of them matches.',
      sample.signature,
    ),
    header('Svc-Event-Type', 'The event type. Not signed: trust `type` in the body.', type),
    header('Svc-Event-Id', 'The event id, the same for every attempt.', sample.eventId),
    header('Svc-Delivery-Attempt', 'The number of this attempt, 1 to 9.', '1'),
    ...(type === 'account.updated' ? [] : [paymentHeader]),
    header('User-Agent', 'Identifies the sender.', 'svcpay-callbacks/1'),
  ]
}

const answers = {
  '2XX': { description: 'Processed. The delivery is complete; the body of your answer is ignored.' },
  '4XX': { description: 'Not processed. Like any answer outside 2xx, it is retried.' },
  '429': { description: 'Not processed. `Retry-After` is honored, up to twice the planned delay.' },
  '5XX': { description: 'Not processed; it is retried. `Retry-After` on a 503 is honored as well.' },
}

const description = `Sent to the merchant’s callback URL.

**Verify** the signature over the raw body before you parse it, and reject a \`t\` that is more than 300 seconds away
from your clock. **De-duplicate** on the event id: a callback can arrive more than once, and in any order. **Answer** with
2xx within 10 seconds, after you have processed or stored the event. Redirects are not followed.

**Retries:** up to 8, about 15 s, 1 min, 4 min, 16 min, 64 min, 4 h, 17 h and 48 h after the previous attempt. After the ninth
failed attempt the delivery is a **dead letter**: it is kept with all its attempts until somebody redelivers it
(\`POST /v1/events/{id}/redeliver\`).`

/** The `webhooks` of the merchants' document: the calls that we make to them. */
export function callbackWebhooks(): Record<string, { post: Operation }> {
  return Object.fromEntries(
    Object.entries(callbacks).map(([type, one]) => [type, { post: webhook(type, one) }]),
  )
}

function webhook(type: string, { name, summary, meaning, object, now, before }: Callback): Operation {
  const schema = eventSchema(`${name}Event`, Type.Literal(type, { description: 'The event’s type' }), object)
  const data = {
    object: { ...(exampleOf(object) as object), ...now },
    ...(before ? { previous_attributes: before } : {}),
  }
  const example = { ...(exampleOf(schema) as object), data }
  return {
    operationId: `on${name}`,
    summary,
    description: `${meaning}\n\n${description}`,
    security: [],
    parameters: headersFor(type),
    requestBody: {
      required: true,
      description: 'The processor’s event, byte for byte as svcpay received it.',
      content: { 'application/json': { schema, example } },
    },
    responses: answers,
  }
}

const anyObject = AnyObject('The object of the event', exampleOf(PaymentIntent))
const processorEvent = eventSchema('ProcessorEvent', EventTypeField, anyObject)

/**
 * Documents the processor's request. The route itself declares none of it: the signature covers the raw bytes, so nothing
 * may be parsed before it is verified, and a missing signature is an authentication failure, not an invalid request.
 */
export function withProcessorsRequest(operation: Operation): Operation {
  return {
    ...operation,
    parameters: [
      ...(operation.parameters ?? []),
      header(
        'Stripe-Signature',
        'The processor’s signature over the raw body, made with the endpoint’s signing secret. At most 300 seconds old.',
        sample.signature,
      ),
    ],
    requestBody: {
      required: true,
      description: 'The processor’s event. At most 512 KiB.',
      content: { 'application/json': { schema: processorEvent, example: exampleOf(processorEvent) } },
    },
  }
}
