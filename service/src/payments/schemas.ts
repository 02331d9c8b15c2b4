import { Type } from '@fastify/type-provider-typebox'
import { PageQuery } from '../http/paging.ts'
import { Line, Nullable, strict, Timestamp } from '../http/schemas.ts'
import { paymentStatuses } from './payment.ts'

export const maxAmountCents = 5_000_000

export const CreateBody = Type.Object(
  {
    amountCents: Type.Integer({ minimum: 50, maximum: maxAmountCents, description: 'In cents' }),
    currency: Type.Optional(
      Type.String({ format: 'currency', description: 'ISO 4217, in any case; default usd' }),
    ),
    captureMethod: Type.Optional(
      Type.Union([Type.Literal('automatic'), Type.Literal('manual')], {
        description: 'manual: authorize now, capture later; default automatic',
      }),
    ),
    paymentMethodTypes: Type.Optional(
      Type.Array(Line(100, { minLength: 1 }), {
        minItems: 1,
        maxItems: 50,
        description:
          'For example card, us_bank_account, klarna, card_present; omitted: the processor decides',
      }),
    ),
    customerRef: Type.Optional(
      Line(255, {
        minLength: 1,
        description: 'cus_… is the processor’s customer; anything else is kept as metadata',
      }),
    ),
    orderRef: Type.Optional(Line(500, { minLength: 1, description: 'Your order id, echoed back' })),
    description: Type.Optional(Line(1000, { minLength: 1 })),
    branch: Type.Optional(Line(500, { minLength: 1, description: 'Branch or location tag' })),
    idempotencyKey: Type.Optional(
      // it travels as a header: what a header cannot carry verbatim could never be sent
      Type.String({
        maxLength: 255,
        pattern: '^[!-~]([ -~]*[!-~])?$',
        description: 'Forwarded to the processor as its own idempotency key; printable ASCII',
      }),
    ),
  },
  { ...strict, examples: [{ amountCents: 4999, currency: 'usd', orderRef: 'order-1001' }] },
)

const PaymentIdField = Type.String({ examples: ['svcpay_01jd3k5v8xemw9g6t2q4r7y0zb'] })
const IntentIdField = Type.String({ examples: ['pi_3Q0sandbox'] })
const StatusField = Type.String({ enum: paymentStatuses })

export const CreatedSchema = Type.Object({
  svcPaymentId: PaymentIdField,
  clientSecret: Type.String({ description: 'For the processor’s browser SDK or the card reader' }),
  status: StatusField,
  amountCents: Type.Integer(),
  applicationFeeCents: Type.Integer(),
  processorPaymentIntentId: IntentIdField,
  connectedAccountId: Type.String({ examples: ['acct_1Q0sandbox'] }),
  publishableKey: Type.String({ examples: ['pk_test_sandbox'] }),
})

const FailureSchema = Type.Object({
  code: Type.String({ examples: ['card_declined'] }),
  message: Type.String({ examples: ['Your card was declined.'] }),
})

export const PaymentSchema = Type.Object({
  svcPaymentId: PaymentIdField,
  status: StatusField,
  amountCents: Type.Integer({ description: 'The charge; after a partial capture the captured amount' }),
  applicationFeeCents: Type.Integer({ description: 'The platform fee as applied' }),
  currency: Type.String({ examples: ['usd'] }),
  orderRef: Nullable(Type.String()),
  processorPaymentIntentId: IntentIdField,
  captureMethod: Type.String({ enum: ['automatic', 'manual'] }),
  capturedCents: Type.Integer({ description: 'What was captured; 0 until the payment has succeeded' }),
  refundedCents: Type.Integer({ description: 'What was refunded, refunds under way included' }),
  applicationFeeRefundedCents: Type.Integer({ description: 'What was returned of the platform fee' }),
  disputedCents: Type.Integer({ description: 'In open disputes, and lost in decided ones' }),
  failure: Nullable(FailureSchema),
  createdAt: Timestamp('When the payment was created'),
  updatedAt: Timestamp('When the payment last changed'),
})

const RefundSchema = Type.Object({
  refundId: Type.String({ examples: ['svcrf_01jd3k5v8xemw9g6t2q4r7y0zb'] }),
  amountCents: Type.Integer(),
  status: Type.String({ enum: ['pending', 'succeeded', 'failed'] }),
  reason: Nullable(Type.String()),
  createdAt: Timestamp('When the refund was made'),
})

export const PaymentWithRefundsSchema = Type.Object({
  ...PaymentSchema.properties,
  refunds: Type.Array(RefundSchema),
})

/** How much is too much is for the payment to say: it names what is left. */
const Amount = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

export const CaptureBody = Type.Object(
  { amountCents: Type.Optional(Amount) },
  { ...strict, examples: [{ amountCents: 3000 }] },
)

export const RefundBody = Type.Object(
  {
    amountCents: Type.Optional(Amount),
    reason: Type.Optional(
      Type.Union([
        Type.Literal('requested_by_customer'),
        Type.Literal('duplicate'),
        Type.Literal('fraudulent'),
      ]),
    ),
    refundApplicationFee: Type.Optional(
      Type.Boolean({ description: 'Return the fee in proportion; default true' }),
    ),
  },
  { ...strict, examples: [{ amountCents: 1000, reason: 'requested_by_customer' }] },
)

export const CancelBody = Type.Object({}, strict)

/** Whatever is no id is the id of no payment: not found rather than invalid. */
export const PaymentPath = Type.Object({ id: Type.String({ description: 'The svcPaymentId' }) })

export const ListQuery = Type.Object(
  {
    ...PageQuery,
    orderRef: Type.Optional(Line(500)),
    status: Type.Optional(Type.Union(paymentStatuses.map(status => Type.Literal(status)))),
    createdFrom: Type.Optional(Type.String({ format: 'date-time', description: 'Created at or after' })),
    createdTo: Type.Optional(Type.String({ format: 'date-time', description: 'Created before' })),
  },
  strict,
)
