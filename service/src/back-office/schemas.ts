import { Type } from '@fastify/type-provider-typebox'
import { DeliveryWithAttemptsSchema } from '../deliveries/schemas.ts'
import { isNull, Nullable, Timestamp } from '../http/schemas.ts'
import { EventSchema } from '../inbox/event-routes.ts'
import { PaymentSchema } from '../payments/schemas.ts'

const NullableText = Nullable(Type.String())

export const OperatorPaymentSchema = Type.Object(
  {
    ...PaymentSchema.properties,
    merchantId: Type.String(),
    processor: Type.String({ description: 'Where the payment was made' }),
    connectedAccountId: Type.String({ description: 'The merchant’s account there' }),
    authorizedCents: Type.Integer({ description: 'What the payment was created for' }),
    failureCode: NullableText,
    failureMessage: NullableText,
  },
  { title: 'OperatorPayment' },
)

const { delivery: _, ...eventFields } = EventSchema.properties

const OperationSchema = Type.Object(
  {
    operationId: Type.String(),
    kind: Type.String({ examples: ['refund'] }),
    state: Type.String({ description: '`open` until the outcome is known', examples: ['done'] }),
    idempotencyKey: NullableText,
    refusal: Nullable(Type.String({ description: 'The processor’s reason, if it refused' }), isNull),
    createdAt: Timestamp('When it was started'),
    settledAt: Nullable(Timestamp('When its outcome was recorded')),
  },
  { title: 'Operation' },
)

const ActionSchema = Type.Object(
  {
    at: Timestamp('When it was requested'),
    actor: Type.String({ description: 'The operator whose token was used' }),
    operatorId: NullableText,
    note: NullableText,
    action: Type.String({ examples: ['payment.refund'] }),
    detail: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'OperatorAction' },
)

const TimelineEntrySchema = Type.Object(
  {
    fact: Type.String({ description: 'What was posted; each fact is posted once', examples: ['capture'] }),
    kind: Type.String({ examples: ['capture'] }),
    source: Type.String({
      description: 'The operation or event that caused it',
      examples: ['evt_1Q0sandbox'],
    }),
    currency: Type.String(),
    customerCents: Type.Integer(),
    merchantCents: Type.Integer(),
    platformFeesCents: Type.Integer(),
    disputeHoldCents: Type.Integer(),
    postedAt: Timestamp('When it was posted'),
  },
  { title: 'PaymentLedgerEntry' },
)

const TimelineRefundSchema = Type.Object(
  {
    refundId: Type.String(),
    processorRefundId: NullableText,
    amountCents: Type.Integer(),
    reason: NullableText,
    state: Type.String({ examples: ['succeeded'] }),
    createdAt: Timestamp('When it was requested'),
  },
  { title: 'OperatorRefund' },
)

const DisputeSchema = Type.Object(
  {
    processorDisputeId: Type.String(),
    amountCents: Type.Integer(),
    reason: Nullable(Type.String({ examples: ['fraudulent'] })),
    state: Type.String({ examples: ['open'] }),
    dueBy: Nullable(Timestamp('Deadline for evidence, if known')),
    createdAt: Timestamp('When it was opened'),
  },
  { title: 'Dispute' },
)

export const PaymentWithTimelineSchema = Type.Object(
  {
    ...OperatorPaymentSchema.properties,
    operations: Type.Array(OperationSchema, { description: 'What was asked of the processor' }),
    actions: Type.Array(ActionSchema, { description: 'What operators did with the payment' }),
    events: Type.Array(Type.Object(eventFields, { title: 'PaymentEvent' })),
    deliveries: Type.Array(DeliveryWithAttemptsSchema),
    ledgerEntries: Type.Array(TimelineEntrySchema),
    refunds: Type.Array(TimelineRefundSchema),
    disputes: Type.Array(DisputeSchema),
  },
  { title: 'PaymentWithTimeline' },
)

const Count = Type.Integer({ minimum: 0, examples: [12] })

export const StatsSchema = Type.Object(
  {
    from: Timestamp('Start of the period'),
    to: Timestamp('End of the period, exclusive'),
    volume: Type.Array(
      Type.Object({
        day: Type.String({ examples: ['2026-03-14'] }),
        currency: Type.String(),
        payments: Count,
        capturedCents: Type.Integer(),
        refundedCents: Type.Integer(),
        feeCents: Type.Integer({ description: 'Platform fees, less what was returned' }),
      }),
      { description: 'By day and currency' },
    ),
    payments: Type.Object({
      created: Count,
      succeeded: Count,
      canceled: Count,
      failed: Count,
      successRate: Nullable(
        Type.Number({ description: 'Succeeded ÷ (succeeded + failed)', examples: [0.97] }),
      ),
    }),
    deliveries: Type.Object({
      pending: Count,
      dead: Count,
      oldestPendingAt: Nullable(Timestamp('When the oldest pending delivery was queued')),
    }),
    deliveriesPerDay: Type.Array(
      Type.Object({ day: Type.String(), delivered: Count, dead: Count, pending: Count }),
    ),
  },
  { title: 'Stats' },
)
