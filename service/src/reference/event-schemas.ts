import { sample } from '../http/fields.ts'
import type { Schema } from './openapi-types.ts'

type Properties = Record<string, Schema>

const text = (description: string, example: string): Schema => ({
  type: 'string',
  description,
  examples: [example],
})
const nullableText = (description: string, example: string): Schema => ({
  anyOf: [{ type: 'string' }, { type: 'null' }],
  description,
  examples: [example],
})
const amount = (description: string, example: number): Schema => ({
  type: 'integer',
  description,
  examples: [example],
})
const flag = (description: string, example: boolean): Schema => ({
  type: 'boolean',
  description,
  examples: [example],
})
const currency = text('Three lowercase letters', 'usd')

const Metadata: Schema = {
  type: 'object',
  title: 'PaymentMetadata',
  description: 'What svcpay stored with the payment at the processor.',
  properties: {
    svcPaymentId: text('The payment this event is about', sample.svcPaymentId),
    orderRef: text('Your order id, if you gave one', 'order-1001'),
    branch: { type: 'string', description: 'Your branch tag, if you gave one' },
    customerRef: { type: 'string', description: 'Your customer reference, if you gave one' },
  },
  additionalProperties: true,
}

/** The processor's object as it is: the most used fields are described, and the others are there too. */
function processorObject(
  title: string,
  object: string,
  id: string,
  description: string,
  properties: Properties,
): Schema {
  const named: Properties = {
    id: text('The processor’s id', id),
    object: { const: object, type: 'string', description: 'The kind of object' },
    ...properties,
  }
  const required = Object.keys(named).filter(name => !optional.has(name))
  return { type: 'object', title, description, required, properties: named, additionalProperties: true }
}

const optional = new Set(['requirements'])

export const PaymentError: Schema = {
  type: 'object',
  title: 'PaymentError',
  description: 'Why the last attempt to pay failed.',
  properties: {
    code: text('For example `card_declined`', 'card_declined'),
    decline_code: text('The card issuer’s reason, for example `insufficient_funds`', 'generic_decline'),
    message: text('A message you can show to the customer', 'Your card was declined.'),
  },
  additionalProperties: true,
}

export const PaymentIntent = processorObject(
  'PaymentIntent',
  'payment_intent',
  'pi_3Q0sandbox',
  'The processor’s payment intent. Only the fields most used are listed; the others are there too.',
  {
    status: text('The processor’s status at the time of the event', 'succeeded'),
    amount: amount('In the currency’s smallest unit', 4999),
    amount_capturable: amount('What can be captured now', 0),
    amount_received: amount('What was captured', 4999),
    currency,
    metadata: Metadata,
    last_payment_error: {
      anyOf: [PaymentError, { type: 'null' }],
      description: 'Why the last attempt to pay failed',
      examples: [null],
    },
  },
)

export const Charge = processorObject(
  'Charge',
  'charge',
  'ch_3Q0sandbox',
  'The processor’s charge. Only the fields most used are listed; the others are there too.',
  {
    amount: amount('In the currency’s smallest unit', 4999),
    amount_refunded: amount('The total refunded so far', 1000),
    refunded: flag('Whether the whole charge has been refunded', false),
    currency,
    payment_intent: nullableText('The payment intent it belongs to', 'pi_3Q0sandbox'),
    metadata: Metadata,
  },
)

export const Dispute = processorObject(
  'Dispute',
  'dispute',
  'du_1Q0sandbox',
  'The processor’s dispute. Only the fields most used are listed; the others are there too.',
  {
    amount: amount('What is disputed, in the currency’s smallest unit', 4999),
    currency,
    charge: text('The disputed charge', 'ch_3Q0sandbox'),
    payment_intent: nullableText('The payment intent it belongs to', 'pi_3Q0sandbox'),
    reason: text('For example `fraudulent` or `product_not_received`', 'fraudulent'),
    status: text(
      '`needs_response` and `under_review` are open; `won` and `lost` are final',
      'needs_response',
    ),
  },
)

export const Account = processorObject(
  'Account',
  'account',
  sample.accountId,
  'The merchant’s connected account. Only the fields most used are listed; the others are there too.',
  {
    charges_enabled: flag('Whether the account can take payments', true),
    payouts_enabled: flag('Whether the account can receive payouts', true),
    details_submitted: flag('Whether the merchant has completed the onboarding form', true),
    requirements: {
      type: 'object',
      description: 'What the processor still needs, and why something is switched off',
      examples: [{ currently_due: [], past_due: [], disabled_reason: null }],
      additionalProperties: true,
    },
  },
)

/** The envelope that the processor puts around every event. */
export function eventSchema(title: string, type: Schema, object: Schema): Schema {
  return {
    type: 'object',
    title,
    description: 'The event as the processor sent it.',
    required: ['id', 'object', 'type', 'created', 'data'],
    properties: {
      id: text('The same value as in `Svc-Event-Id`. De-duplicate on it.', sample.eventId),
      object: { const: 'event', type: 'string', description: 'The kind of object' },
      type: { ...type, description: 'The event’s type' },
      created: amount('When it happened, in Unix seconds', 1773480413),
      account: text('The connected account it happened on', sample.accountId),
      api_version: nullableText('The processor’s API version', '2026-10-28.endive'),
      livemode: flag('False in test mode and in the sandbox', false),
      data: {
        type: 'object',
        description: 'What the event is about, and what it was before',
        required: ['object'],
        properties: {
          object,
          previous_attributes: {
            type: 'object',
            description: 'The old values of what changed, on update events',
            additionalProperties: true,
          },
        },
        additionalProperties: true,
      },
    },
    additionalProperties: true,
  }
}
