import { Type } from '@fastify/type-provider-typebox'
import { DeliveryWithAttemptsSchema } from '../deliveries/schemas.ts'
import { Nullable, Timestamp } from '../http/schemas.ts'
import { EventSchema } from '../inbox/event-routes.ts'
import { PaymentSchema } from '../payments/schemas.ts'

const NullableText = Nullable(Type.String())

export const OperatorPaymentSchema = Type.Object({
  ...PaymentSchema.properties,
  merchantId: Type.String(),
  processor: Type.String(),
  connectedAccountId: Type.String(),
  failureCode: NullableText,
  failureMessage: NullableText,
})

const { delivery: _, ...eventFields } = EventSchema.properties

export const PaymentWithTimelineSchema = Type.Object({
  ...OperatorPaymentSchema.properties,
  operations: Type.Array(
    Type.Object({
      operationId: Type.String(),
      kind: Type.String(),
      state: Type.String(),
      idempotencyKey: NullableText,
      refusal: NullableText,
      createdAt: Timestamp('When it was started'),
      settledAt: Nullable(Timestamp('When it was settled')),
    }),
  ),
  actions: Type.Array(
    Type.Object({
      at: Timestamp('When it was asked for'),
      actor: Type.String({ description: 'The operator whose token was used' }),
      operatorId: NullableText,
      note: NullableText,
      action: Type.String({ examples: ['payment.refund'] }),
      detail: Type.Record(Type.String(), Type.Unknown()),
    }),
    { description: 'What operators did with the payment' },
  ),
  events: Type.Array(Type.Object(eventFields)),
  deliveries: Type.Array(DeliveryWithAttemptsSchema),
  ledgerEntries: Type.Array(
    Type.Object({
      fact: Type.String(),
      kind: Type.String(),
      source: Type.String({ description: 'The operation or event that brought it' }),
      currency: Type.String(),
      customerCents: Type.Integer(),
      merchantCents: Type.Integer(),
      platformFeesCents: Type.Integer(),
      disputeHoldCents: Type.Integer(),
      postedAt: Timestamp('When it was posted'),
    }),
  ),
  refunds: Type.Array(
    Type.Object({
      refundId: Type.String(),
      processorRefundId: NullableText,
      amountCents: Type.Integer(),
      reason: NullableText,
      state: Type.String(),
      createdAt: Timestamp('When it was asked for'),
    }),
  ),
  disputes: Type.Array(
    Type.Object({
      processorDisputeId: Type.String(),
      amountCents: Type.Integer(),
      reason: NullableText,
      state: Type.String(),
      createdAt: Timestamp('When it was opened'),
    }),
  ),
})

const Count = Type.Integer({ minimum: 0 })

export const StatsSchema = Type.Object({
  from: Timestamp('Start of the period'),
  to: Timestamp('Its end, exclusive'),
  volume: Type.Array(
    Type.Object({
      day: Type.String({ examples: ['2026-01-31'] }),
      currency: Type.String(),
      payments: Count,
      capturedCents: Type.Integer(),
      refundedCents: Type.Integer(),
      feeCents: Type.Integer({ description: 'Fees less fees returned' }),
    }),
  ),
  payments: Type.Object({
    created: Count,
    succeeded: Count,
    canceled: Count,
    failed: Count,
    successRate: Nullable(Type.Number({ description: 'Succeeded over succeeded and failed' })),
  }),
  deliveries: Type.Object({
    pending: Count,
    dead: Count,
    oldestPendingAt: Nullable(Timestamp('Since when the oldest waits')),
  }),
  deliveriesPerDay: Type.Array(
    Type.Object({ day: Type.String(), delivered: Count, dead: Count, pending: Count }),
  ),
})
