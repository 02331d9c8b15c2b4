import { Type } from '@fastify/type-provider-typebox'
import {
  DeliveryIdField,
  EventIdField,
  EventTypeField,
  MerchantFilter,
  MerchantIdField,
  OneOf,
  Switch,
  sample,
  Text,
  Whole,
} from '../http/fields.ts'
import { Body, isNull, Line, Named, Nullable, Timestamp } from '../http/schemas.ts'
import { TimeField } from '../http/timestamps.ts'
import { ProcessorField } from '../merchants/schemas.ts'

const states = ['pending', 'delivered', 'dead'] as const

const StateField = OneOf(states, {
  description: '`dead`: all attempts failed; it is not sent again unless somebody redelivers it',
  examples: ['delivered'],
})

const deliveryFields = {
  deliveryId: DeliveryIdField,
  eventId: EventIdField,
  type: EventTypeField,
  merchantId: MerchantIdField,
  svcPaymentId: Nullable(Text('The payment’s id; null for `account.updated`', sample.svcPaymentId)),
  orderRef: Nullable(Text('The payment’s order reference; null when it has none', 'order-1001')),
  state: StateField,
  attempts: Whole('All attempts so far, redeliveries included', 1),
  nextAttemptAt: Nullable(Timestamp('When the next attempt is due; null unless pending'), isNull),
  lastStatus: Nullable(Whole('The HTTP status of the last answer; null when there was none', 200)),
  lastError: Nullable(Type.String({ description: 'Why the last attempt failed; null when it did not' })),
  createdAt: Timestamp('When it was queued'),
}

export const DeliverySchema = Named('Delivery', 'One event on its way to one callback URL.', deliveryFields)

const AttemptSchema = Named('DeliveryAttempt', 'One request to the callback URL, and its answer.', {
  attempt: Whole('1 to 9; a redelivery starts again at 1', 1),
  startedAt: Timestamp('When it was sent'),
  url: Type.Optional(
    Text(
      'The URL it was sent to, with any query masked. Absent if nothing was sent or the URL was not recorded.',
      'https://bakery.example/callbacks',
    ),
  ),
  durationMs: Whole('How long it took, in milliseconds', 84),
  status: Nullable(Whole('The HTTP status of the answer; null when there was none', 200)),
  error: Nullable(Type.String({ description: 'Why it failed; null when it did not' })),
  answer: Text('The first 16 KiB of the answer', 'ok'),
})

export const DeliveryWithAttemptsSchema = Named('DeliveryWithAttempts', 'A delivery with all its attempts.', {
  ...deliveryFields,
  attemptLog: Type.Array(AttemptSchema, {
    description:
      'Oldest first. Retention may have removed the oldest, so there can be fewer than `attempts`.',
  }),
})

export const DeliveryDetailSchema = Named(
  'DeliveryDetail',
  'A delivery with its request and all its attempts.',
  {
    ...DeliveryWithAttemptsSchema.properties,
    request: Named('DeliveryRequest', 'The request that is sent', {
      url: Nullable(
        Text('The current callback URL; null when there is none', 'https://bakery.example/callbacks'),
      ),
      headers: Type.Record(Type.String(), Type.String(), {
        description: 'Headers that all attempts share',
        examples: [{ 'svc-event-id': 'evt_1Q0sandbox', 'svc-event-type': 'payment_intent.succeeded' }],
      }),
      body: Nullable(
        Type.String({ description: 'The event, with client secrets masked; null if retention removed it' }),
      ),
      removedAt: Nullable(Timestamp('When retention removed the body; null while it is stored'), isNull),
    }),
  },
)

export const RedeliverBody = Body(
  'Redelivery',
  'Whether to redeliver a callback that already succeeded.',
  { force: Switch('Redeliver it even if it was delivered') },
  { force: true },
)

/** Shared by the lists of deliveries and events. */
export const deliveryFilters = {
  merchantId: Type.Optional(MerchantFilter),
  processor: Type.Optional(ProcessorField('Only events of this processor')),
  state: Type.Optional(StateField),
  type: Type.Optional(Line(200, { description: 'Only this event type' })),
}

export const BulkRedeliverBody = Body(
  'BulkRedelivery',
  'Which callbacks to redeliver.',
  {
    ...deliveryFilters,
    state: Type.Optional(
      OneOf(['undelivered', ...states], { description: '`undelivered`: both `pending` and `dead`' }),
    ),
    from: TimeField('Queued at or after'),
    to: TimeField('Queued before'),
    dryRun: Switch('Only count the matching callbacks; redeliver nothing'),
  },
  { state: 'dead', dryRun: true },
)
