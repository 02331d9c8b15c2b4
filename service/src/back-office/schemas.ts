import { type Static, Type } from '@fastify/type-provider-typebox'
import { DeliveryWithAttemptsSchema } from '../deliveries/schemas.ts'
import {
  Choice,
  CurrencyField,
  IdempotencyKeyField,
  MerchantIdField,
  OperationIdField,
  PaymentIdField,
  RefundIdField,
  sample,
  Text,
  Whole,
} from '../http/fields.ts'
import { isNull, ListOf, Named, Nullable, Part, Timestamp } from '../http/schemas.ts'
import { EventSchema } from '../inbox/schemas.ts'
import { entryFields } from '../ledger/schemas.ts'
import { AuditSchema } from '../operators/schemas.ts'
import { DisputeStateField, disputeFields, PaymentSchema } from '../payments/schemas.ts'

export const OperatorPaymentSchema = Named('OperatorPayment', 'A payment, as operators see it.', {
  ...PaymentSchema.properties,
  merchantId: MerchantIdField,
  connectedAccountId: Text('The merchant’s account at the processor', sample.accountId),
  authorizedCents: Type.Integer({ description: 'The amount to pay or, once authorized, to capture' }),
  failureCode: Nullable(Type.String({ description: 'The processor’s code for the last failed attempt' })),
  failureMessage: Nullable(Type.String({ description: 'Its message for the customer' })),
  dispute: Nullable(
    Part('The most urgent dispute; a won one if there is no other. Null if there was none', {
      state: DisputeStateField,
      amountCents: Whole('The disputed amount', 4999),
      reason: disputeFields.reason,
      dueBy: disputeFields.dueBy,
    }),
    isNull,
  ),
  chargedForOrder: Type.Optional(
    Whole(
      'In lists only: how many of the newest 20 payments with the same order reference are charged and not fully refunded. More than 1 means that the order was charged several times; 0 means that this payment is not charged, or fully refunded.',
      1,
    ),
  ),
})

const { delivery: _, ...eventFields } = EventSchema.properties

const OperationKindField = Text('The kind of call, such as `create`, `capture` or `refund`', 'refund')

const OperationSchema = Named('Operation', 'A call to the processor.', {
  operationId: OperationIdField,
  kind: OperationKindField,
  state: Choice(['started', 'done', 'refused'], '`started` until the outcome is known', 'done'),
  idempotencyKey: Nullable(IdempotencyKeyField),
  traceId: Nullable(Text('`X-Correlation-Id`; null if the service acted by itself', sample.traceId)),
  refusal: Nullable(Type.String({ description: 'The processor’s reason; null unless it refused' }), isNull),
  createdAt: Timestamp('When it was started'),
  settledAt: Nullable(Timestamp('When its outcome was recorded; null until then')),
})

export const OpenOperationSchema = Named(
  'OpenOperation',
  'A call to the processor whose outcome is not known yet.',
  {
    operationId: OperationIdField,
    merchantId: MerchantIdField,
    svcPaymentId: Nullable(PaymentIdField),
    kind: OperationKindField,
    idempotencyKey: Nullable(IdempotencyKeyField),
    attempt: Whole('Incremented when the processor refuses and the caller tries again', 1),
    asked: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The arguments of the call',
      examples: [{ amountCents: 1000 }],
    }),
    createdAt: Timestamp('When it was started'),
    askedAgainAt: Nullable(Timestamp('When the service will ask again; null if only the caller can retry')),
  },
)

const { actor, operatorId, note, action, traceId, outcome, outcomeDetail, detail } = AuditSchema.properties
const ActionSchema = Named('OperatorAction', 'An operator’s action on the payment.', {
  at: Timestamp('When it was requested'),
  actor,
  operatorId,
  note,
  action,
  traceId,
  outcome,
  outcomeDetail,
  detail,
})

const TimelineRefundSchema = Named('OperatorRefund', 'A refund, as operators see it.', {
  refundId: RefundIdField,
  processorRefundId: Nullable(Text('The refund’s id at the processor', 're_3Q0sandbox')),
  amountCents: Whole('In the currency’s smallest unit', 4999),
  reason: Nullable(Type.String({ description: 'Why it was refunded; null when no reason was given' })),
  state: Choice(
    ['reserved', 'pending', 'succeeded', 'failed', 'released'],
    '`reserved`: the processor has not confirmed it yet. `released`: it was refused.',
    'succeeded',
  ),
  createdAt: Timestamp('When it was requested'),
})

export const PaymentWithTimelineSchema = Named('PaymentWithTimeline', 'A payment with its history.', {
  ...OperatorPaymentSchema.properties,
  operations: Type.Array(OperationSchema, { description: 'Calls to the processor' }),
  actions: Type.Array(ActionSchema, { description: 'Operators’ actions on the payment' }),
  events: Type.Array(Named('PaymentEvent', 'An event about the payment.', eventFields), {
    description: 'The processor’s reports, oldest first',
  }),
  deliveries: Type.Array(DeliveryWithAttemptsSchema, { description: 'Its callbacks, oldest first' }),
  ledgerEntries: Type.Array(
    Named('PaymentLedgerEntry', 'One posting. Its four amounts add up to zero.', entryFields),
    { description: 'Its postings, oldest first' },
  ),
  refunds: Type.Array(TimelineRefundSchema, { description: 'Oldest first' }),
  disputes: Type.Array(
    Named('Dispute', 'A dispute, as the processor reported it.', {
      ...disputeFields,
      state: DisputeStateField,
    }),
    { description: 'Oldest first' },
  ),
  ofSameOrder: Type.Array(OperatorPaymentSchema, {
    description: 'The merchant’s other payments with this order reference, newest first, at most 20',
  }),
})

export const SearchHitSchema = Named('SearchHit', 'An object that matches the search.', {
  kind: Choice(
    ['payment', 'event', 'delivery', 'merchant', 'operation', 'action', 'key', 'operator'],
    'The kind of object; `key` is an API key',
  ),
  id: Text('Its id', sample.svcPaymentId),
  merchantId: Nullable(Text('The merchant it belongs to; null if it belongs to none', sample.merchantId)),
  summary: Text('A short description', 'succeeded, 4999 cents usd, order order-1001'),
  at: Timestamp('When it was created, received or done'),
  status: Nullable(
    Text(
      'The payment’s status, or `declined`, `disputed` or `dispute_lost`; the outcome of an event; the state of a delivery, an operation, an API key or an operator; otherwise null',
      'succeeded',
    ),
  ),
  svcPaymentId: Nullable(PaymentIdField, {
    description: 'The payment it belongs to; null if it belongs to none',
  }),
  amountCents: Nullable(Whole('The charge; null unless it is a payment', 4999)),
  currency: Nullable(CurrencyField),
  orderRef: Nullable(Text('The payment’s order reference; null if it has none', 'order-1001')),
  chargedForOrder: Nullable(Whole('As in the list of payments; null unless it is a payment', 1)),
})

const Count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] })

const Day = Text('The day, in UTC', '2026-03-14')

export const StatsSchema = Named('Stats', 'The figures of a period.', {
  from: Timestamp('Start of the period'),
  to: Timestamp('End of the period, exclusive'),
  volume: ListOf('Postings by day and currency', {
    day: Day,
    currency: CurrencyField,
    payments: Count('Payments captured'),
    capturedCents: Whole('Captured', 4999),
    refundedCents: Whole('Refunded, less refunds that failed', 0),
    feeCents: Whole('Platform fees, less refunded fees', 50),
  }),
  payments: Part('The outcome of the payments created in the period', {
    created: Count('Payments created in the period'),
    succeeded: Count('How many of these payments have succeeded so far'),
    canceled: Count('How many were canceled'),
    failed: Count('How many were declined and not paid since'),
    successRate: Nullable(Type.Number({ description: 'Succeeded ÷ (succeeded + failed)', examples: [0.97] })),
  }),
  deliveries: Part('The deliveries as they are now', {
    pending: Count('Deliveries that are queued'),
    dead: Count('Dead letters'),
    oldestPendingAt: Nullable(Timestamp('When the oldest pending delivery was queued; null if none is')),
  }),
  deliveriesPerDay: ListOf('The deliveries that were queued on each day', {
    day: Day,
    delivered: Count('Delivered by now'),
    dead: Count('Dead letters'),
    pending: Count('Still queued'),
  }),
})

export type Stats = Static<typeof StatsSchema>
