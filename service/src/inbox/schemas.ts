import { Type } from '@fastify/type-provider-typebox'
import { DeliverySchema, deliveryFilters } from '../deliveries/schemas.ts'
import { EventIdField, EventTypeField, MerchantIdField, sample, Text } from '../http/fields.ts'
import { PageQuery } from '../http/paging.ts'
import { Line, Named, Nullable, Strict, Timestamp } from '../http/schemas.ts'

export const EventSchema = Named('Event', 'An event reported by the processor.', {
  id: Text('The same as in `Svc-Event-Id`', sample.eventId),
  type: EventTypeField,
  merchantId: MerchantIdField,
  svcPaymentId: Nullable(Text('The payment’s id; null when it is not about a payment', sample.svcPaymentId)),
  createdAt: Timestamp('When it happened at the processor'),
  receivedAt: Timestamp('When svcpay recorded it'),
  outcome: Text(
    'What it did to the payment: `applied`, `unchanged`, `stale` (older than our record), `unverified` (could not be checked), `ignored` (not about a payment made here, or only the release of an uncaptured amount), `unread` (not a readable event) or `waiting` (will be tried again)',
    'applied',
  ),
  delivery: Nullable(DeliverySchema, {
    description: 'Its delivery to the callback URL; null when it is not forwarded',
  }),
})

const listFields = {
  ...PageQuery,
  type: deliveryFilters.type,
  paymentId: Type.Optional(Line(64, { description: 'Only events about this payment' })),
}

export const ListQuery = Strict(listFields)

const { state, ...filters } = deliveryFilters
export const OperatorQuery = Strict({
  ...listFields,
  ...filters,
  eventId: Type.Optional(Line(200, { description: 'Only the event with this id. Requires `merchantId`.' })),
  state,
})

export const EventPayloadSchema = Named('EventPayload', 'An event as the processor sent it.', {
  id: EventIdField,
  type: EventTypeField,
  payload: Type.Unknown({
    description: 'As the processor sent it, with secrets masked',
    examples: [{ id: 'evt_1Q0sandbox', object: 'event', type: 'payment_intent.succeeded' }],
  }),
})
