import { type TProperties, type TSchema, Type } from '@fastify/type-provider-typebox'
import { Flag, sample, Text, Whole } from '../src/http/fields.ts'
import { Nullable } from '../src/http/schemas.ts'

const open = { additionalProperties: true }
/** A named schema for an object with more fields than are listed. */
const Open = <Fields extends TProperties>(title: string, description: string, fields: Fields) =>
  Type.Object(fields, { ...open, title, description })
export const AnyObject = (description: string, example?: unknown) =>
  Type.Unsafe<object>({ type: 'object', description, ...(example ? { examples: [example] } : {}), ...open })
const ObjectKind = (kind: string) => Type.Literal(kind, { description: 'The kind of object' })
const PaymentIntentId = Nullable(Type.String(), {
  description: 'The payment intent it belongs to',
  examples: ['pi_3Q0sandbox'],
})
const currency = Text('Three lowercase letters', 'usd')

const Metadata = Open(
  'PaymentMetadata',
  'The metadata that svcpay stored with the payment at the processor.',
  {
    svcPaymentId: Type.Optional(Text('The payment this event is about', sample.svcPaymentId)),
    orderRef: Type.Optional(Text('Your order id, if you gave one', 'order-1001')),
    branch: Type.Optional(Type.String({ description: 'Your branch tag, if you gave one' })),
    customerRef: Type.Optional(Type.String({ description: 'Your customer reference, if you gave one' })),
  },
)

/** The processor's object, unchanged. Only the most common fields are described; all others are included, too. */
function ProcessorObject(title: string, kind: string, id: string, what: string, properties: TProperties) {
  return Open(title, `${what}. Only the most common fields are listed; all others are included, too.`, {
    id: Text('The processor’s id', id),
    object: ObjectKind(kind),
    ...properties,
  })
}

export const PaymentError: TSchema = Open('PaymentError', 'Why the last attempt to pay failed.', {
  code: Type.Optional(Text('For example `card_declined`', 'card_declined')),
  decline_code: Type.Optional(
    Text('The card issuer’s reason, for example `insufficient_funds`', 'generic_decline'),
  ),
  message: Type.Optional(Text('A message you can show to the customer', 'Your card was declined.')),
})

export const PaymentIntent = ProcessorObject(
  'PaymentIntent',
  'payment_intent',
  'pi_3Q0sandbox',
  'The processor’s payment intent',
  {
    status: Text('The processor’s status at the time of the event', 'succeeded'),
    amount: Whole('In the currency’s smallest unit', 4999),
    amount_capturable: Whole('The amount that can be captured now', 0),
    amount_received: Whole('The captured amount', 4999),
    currency,
    metadata: Metadata,
    last_payment_error: Nullable(PaymentError, {
      description: 'Why the last attempt to pay failed',
      examples: [null],
    }),
  },
)

export const Charge = ProcessorObject('Charge', 'charge', 'ch_3Q0sandbox', 'The processor’s charge', {
  amount: Whole('In the currency’s smallest unit', 4999),
  amount_refunded: Whole('The total refunded so far', 1000),
  refunded: Flag('Whether the whole charge has been refunded', false),
  currency,
  payment_intent: PaymentIntentId,
  metadata: Metadata,
})

export const Dispute = ProcessorObject('Dispute', 'dispute', 'du_1Q0sandbox', 'The processor’s dispute', {
  amount: Whole('The disputed amount, in the currency’s smallest unit', 4999),
  currency,
  charge: Text('The disputed charge', 'ch_3Q0sandbox'),
  payment_intent: PaymentIntentId,
  reason: Text('For example `fraudulent` or `product_not_received`', 'fraudulent'),
  status: Text('`needs_response` and `under_review` are open; `won` and `lost` are final', 'needs_response'),
})

export const Account = ProcessorObject(
  'Account',
  'account',
  sample.accountId,
  'The merchant’s connected account',
  {
    charges_enabled: Flag('Whether the account can take payments', true),
    payouts_enabled: Flag('Whether the account can receive payouts', true),
    details_submitted: Flag('Whether the merchant has completed the onboarding form', true),
    requirements: Type.Optional(
      AnyObject('The processor’s remaining requirements, and why a capability is switched off', {
        currently_due: [],
        past_due: [],
        disabled_reason: null,
      }),
    ),
  },
)

/** The envelope that the processor puts around every event. */
export function eventSchema(title: string, type: TSchema, object: TSchema): TSchema {
  return Open(title, 'The event as the processor sent it.', {
    id: Text('The same value as in `Svc-Event-Id`. De-duplicate on it.', sample.eventId),
    object: ObjectKind('event'),
    type,
    created: Whole('When it happened, in Unix seconds', 1773480413),
    account: Type.Optional(Text('The connected account it happened on', sample.accountId)),
    api_version: Type.Optional(
      Nullable(Type.String(), {
        description: 'The processor’s API version',
        examples: ['2026-10-28.endive'],
      }),
    ),
    livemode: Type.Optional(Flag('False in test mode and in the sandbox', false)),
    data: Type.Object(
      {
        object,
        previous_attributes: Type.Optional(
          AnyObject('The previous values of changed fields, on update events'),
        ),
      },
      { ...open, description: 'The object of the event, and its previous values' },
    ),
  })
}
