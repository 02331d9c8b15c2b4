import type { Schema } from './openapi-types.ts'

type Properties = Record<string, Schema>

const text = (description: string): Schema => ({ type: 'string', description })
const nullableText = (description: string): Schema => ({
  anyOf: [{ type: 'string' }, { type: 'null' }],
  description,
})
const amount = (description: string): Schema => ({ type: 'integer', description })
const flag = (description: string): Schema => ({ type: 'boolean', description })
const currency = text('Three lowercase letters')

const Metadata: Schema = {
  type: 'object',
  title: 'PaymentMetadata',
  description: 'What svcpay stored with the payment at the processor.',
  properties: {
    svcPaymentId: text('The payment this event is about'),
    orderRef: text('Your order id, if you gave one'),
    branch: text('Your branch tag, if you gave one'),
    customerRef: text('Your customer reference, if you gave one'),
  },
  additionalProperties: true,
}

/** The processor's object as it is: the fields most used are named, and all others come along. */
function processorObject(title: string, object: string, description: string, properties: Properties): Schema {
  const named: Properties = {
    id: text('The processor’s id'),
    object: { const: object, type: 'string' },
    ...properties,
  }
  const required = Object.keys(named).filter(name => !optional.has(name))
  return { type: 'object', title, description, required, properties: named, additionalProperties: true }
}

const optional = new Set(['requirements'])

const PaymentError: Schema = {
  type: 'object',
  title: 'PaymentError',
  description: 'Why the last attempt to pay failed.',
  properties: {
    code: text('For example `card_declined`'),
    decline_code: text('The card issuer’s reason, for example `insufficient_funds`'),
    message: text('A message you can show to the customer'),
  },
  additionalProperties: true,
}

export const PaymentIntent = processorObject(
  'PaymentIntent',
  'payment_intent',
  'The processor’s payment intent. Only the fields most used are listed; the others are there too.',
  {
    status: text('The processor’s status at the time of the event'),
    amount: amount('In the currency’s smallest unit'),
    amount_capturable: amount('What can be captured now'),
    amount_received: amount('What was captured'),
    currency,
    metadata: Metadata,
    last_payment_error: { anyOf: [PaymentError, { type: 'null' }] },
  },
)

export const Charge = processorObject(
  'Charge',
  'charge',
  'The processor’s charge. Only the fields most used are listed; the others are there too.',
  {
    amount: amount('In the currency’s smallest unit'),
    amount_refunded: amount('The total refunded so far'),
    refunded: flag('Whether the whole charge has been refunded'),
    currency,
    payment_intent: nullableText('The payment intent it belongs to'),
    metadata: Metadata,
  },
)

export const Dispute = processorObject(
  'Dispute',
  'dispute',
  'The processor’s dispute. Only the fields most used are listed; the others are there too.',
  {
    amount: amount('What is disputed, in the currency’s smallest unit'),
    currency,
    charge: text('The disputed charge'),
    payment_intent: nullableText('The payment intent it belongs to'),
    reason: text('For example `fraudulent` or `product_not_received`'),
    status: text('`needs_response` and `under_review` are open; `won` and `lost` are final'),
  },
)

export const Account = processorObject(
  'Account',
  'account',
  'The merchant’s connected account. Only the fields most used are listed; the others are there too.',
  {
    charges_enabled: flag('Whether the account can take payments'),
    payouts_enabled: flag('Whether the account can receive payouts'),
    details_submitted: flag('Whether the merchant has completed the onboarding form'),
    requirements: {
      type: 'object',
      description: 'What the processor still needs, and why something is switched off',
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
      id: {
        ...text('The same value as in `Svc-Event-Id`. De-duplicate on it.'),
        examples: ['evt_1Q0sandbox'],
      },
      object: { const: 'event', type: 'string' },
      type,
      created: { type: 'integer', description: 'When it happened, in Unix seconds' },
      account: text('The connected account it happened on'),
      api_version: nullableText('The processor’s API version'),
      livemode: flag('False in test mode and in the sandbox'),
      data: {
        type: 'object',
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
