import { Type } from '@fastify/type-provider-typebox'
import { Line, Nullable, strict, Timestamp } from '../http/schemas.ts'

export const StateField = Type.Union([
  Type.Literal('pending'),
  Type.Literal('delivered'),
  Type.Literal('dead'),
])

const deliveryFields = {
  deliveryId: Type.String({ examples: ['dlv_01jd3k5v8xemw9g6t2q4r7y0zb'] }),
  eventId: Type.String({ examples: ['evt_1Q0sandbox'] }),
  type: Type.String({ examples: ['payment_intent.succeeded'] }),
  merchantId: Type.String(),
  svcPaymentId: Nullable(Type.String()),
  state: StateField,
  attempts: Type.Integer({ description: 'Over all cycles' }),
  nextAttemptAt: Nullable(Timestamp('While it is pending')),
  lastStatus: Nullable(Type.Integer()),
  lastError: Nullable(Type.String()),
  createdAt: Timestamp('When it was queued'),
}

export const DeliverySchema = Type.Object(deliveryFields)

export const DeliveryWithAttemptsSchema = Type.Object({
  ...deliveryFields,
  attemptLog: Type.Array(
    Type.Object({
      attempt: Type.Integer({ description: 'Within its cycle of nine' }),
      startedAt: Timestamp('When it was sent'),
      durationMs: Type.Integer(),
      status: Nullable(Type.Integer()),
      error: Nullable(Type.String()),
      answer: Type.String({ description: 'The first 16 KiB of what the receiver answered' }),
    }),
  ),
})

export const RedeliverBody = Type.Object(
  { force: Type.Optional(Type.Boolean({ description: 'Also when it was delivered' })) },
  { ...strict, examples: [{ force: true }] },
)

export const BulkRedeliverBody = Type.Object(
  {
    merchantId: Type.Optional(Line(64)),
    state: StateField,
    type: Type.Optional(Line(200)),
    from: Type.Optional(Type.String({ format: 'date-time', description: 'Queued at or after' })),
    to: Type.Optional(Type.String({ format: 'date-time', description: 'Queued before' })),
    dryRun: Type.Optional(Type.Boolean({ description: 'Only count' })),
  },
  { ...strict, examples: [{ state: 'dead', dryRun: true }] },
)
