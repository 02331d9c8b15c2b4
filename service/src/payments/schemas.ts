import { Type } from '@fastify/type-provider-typebox'
import { Choice, OneOf, RefundIdField, sample, Text, Whole } from '../http/fields.ts'
import { PageQuery } from '../http/paging.ts'
import { Body, Line, Named, Nullable, Strict, Timestamp } from '../http/schemas.ts'
import { TimeField } from '../http/timestamps.ts'
import { disputeStates } from '../processors/snapshots.ts'
import { paymentStatuses, refundReasons } from './payment.ts'

/** Optional text. */
const Given = (maxLength: number, description: string) =>
  Type.Optional(Line(maxLength, { minLength: 1, description }))

export const CreateBody = Body(
  'NewPayment',
  'The payment to create.',
  {
    amountCents: Type.Integer({
      minimum: 50,
      maximum: 5_000_000,
      description: 'In the currency’s smallest unit: 4999 is $49.99',
    }),
    currency: Type.Optional(
      Type.String({
        format: 'currency',
        default: 'usd',
        description: 'Three-letter ISO 4217 code, in upper or lower case',
      }),
    ),
    captureMethod: Type.Optional(
      OneOf(['automatic', 'manual'], {
        default: 'automatic',
        description: '`manual` authorizes now, and you capture later',
      }),
    ),
    paymentMethodTypes: Type.Optional(
      Type.Array(Line(100, { minLength: 1 }), {
        minItems: 1,
        maxItems: 50,
        description:
          'For example `card`, `us_bank_account`, `klarna` or `card_present`. If you leave it out, the processor offers what the merchant has enabled.',
      }),
    ),
    customerRef: Given(
      255,
      'A processor customer id (`cus_…`) is used as the customer. Anything else is stored as metadata.',
    ),
    orderRef: Given(500, 'Your order id. Stored as metadata and returned to you.'),
    description: Given(1000, 'What the payment is for'),
    branch: Given(500, 'A branch or location tag, stored as metadata'),
    idempotencyKey: Type.Optional(
      // it is sent as a header, which cannot carry every character
      Type.String({
        maxLength: 255,
        pattern: '^[!-~]([ -~]*[!-~])?$',
        description:
          'Forwarded to the processor as its own idempotency key; printable ASCII. Independent of the Idempotency-Key header.',
      }),
    ),
  },
  { amountCents: 4999, currency: 'usd', orderRef: 'order-1001' },
)

const FailureSchema = Named('PaymentFailure', 'Why the last attempt to pay failed', {
  code: Text('The processor’s code', 'card_declined'),
  message: Text('A sentence for the customer', 'Your card was declined.'),
})

const PaymentMethodSchema = Named('PaymentMethod', 'The payment method of a payment', {
  type: Text('The processor’s name for it, such as `card`, `card_present` or `us_bank_account`', 'card'),
  brand: Nullable(Text('The card’s brand; null if the method has none', 'visa')),
  last4: Nullable(Text('The last four digits; null if the method has none', '4242')),
})

export const PaymentSchema = Named('Payment', 'A payment as it is now.', {
  svcPaymentId: Text('The payment’s id. Store it with your order.', sample.svcPaymentId),
  status: Choice(paymentStatuses, 'Fulfill the order only when it is `succeeded`', 'succeeded'),
  amountCents: Whole('The charge. After a partial capture, the captured amount.', 4999),
  applicationFeeCents: Whole('The platform fee on the charge', 50),
  currency: Text('Three lowercase letters', 'usd'),
  orderRef: Nullable(Text('Your order id; null when you gave none', 'order-1001')),
  processor: Text('The payment’s processor', 'stripe'),
  processorPaymentIntentId: Text('The payment intent’s id at the processor', 'pi_3Q0sandbox'),
  captureMethod: Choice(['automatic', 'manual'], '`manual` authorizes first and captures later'),
  capturedCents: Whole('Captured so far; 0 until the payment has succeeded', 4999),
  refundedCents: Whole('Refunded so far, including pending refunds', 0),
  applicationFeeRefundedCents: Whole('How much of the platform fee was returned', 0),
  disputedCents: Whole('Held in open disputes, or lost in decided ones', 0),
  failure: Nullable(FailureSchema, {
    description: 'Why the last attempt to pay failed; null if none did',
    examples: [null],
  }),
  paymentMethod: Nullable(PaymentMethodSchema, {
    description: 'The payment method used, or last tried; null until it is known',
  }),
  createdAt: Timestamp('When the payment was created'),
  updatedAt: Timestamp('When the payment last changed'),
})

export const CreatedSchema = Named(
  'CreatedPayment',
  'The new payment, with everything that the browser or the reader needs to collect it. A replayed answer has only the fields of the release that first sent it.',
  {
    ...PaymentSchema.properties,
    status: Choice(paymentStatuses, 'The status of the payment', 'requires_payment_method'),
    clientSecret: Text(
      'Pass it to the processor’s browser SDK or the card reader to collect the payment',
      'pi_3Q0sandbox_secret_k5v8xemw9g6t2q4r7y0zb',
    ),
    connectedAccountId: Text('The merchant’s account. Initialize the browser SDK with it.', sample.accountId),
    publishableKey: Text('The public key for the browser SDK', 'pk_test_sandbox'),
  },
)

const RefundSchema = Named('Refund', 'A refund of the payment.', {
  refundId: RefundIdField,
  amountCents: Whole('In the currency’s smallest unit', 1000),
  status: Choice(['pending', 'succeeded', 'failed'], 'The status of the refund', 'succeeded'),
  reason: Nullable(
    Text('As given when the refund was made; null when no reason was given', 'requested_by_customer'),
  ),
  createdAt: Timestamp('When the refund was made'),
})

export const DisputeStateField = Choice(
  disputeStates,
  '`…needs_response`: send evidence by the deadline. `…under_review`: the bank decides. `warning_…`: an inquiry; no money moves, but it may become a dispute. `prevented`: ended before it became a dispute. `appeal_…`: lost, but the decision is contested.',
  'needs_response',
)

export const disputeFields = {
  processorDisputeId: Text('The dispute’s id at the processor', 'du_1Q0sandbox'),
  amountCents: Whole('The disputed amount, in the currency’s smallest unit', 4999),
  reason: Nullable(Text('The customer’s reason, as the processor names it', 'fraudulent')),
  dueBy: Nullable(Timestamp('Deadline for evidence; null if it is not known')),
  createdAt: Timestamp('When it was opened'),
}

const DisputeSchema = Named('PaymentDispute', 'A dispute or an inquiry about the payment.', {
  ...disputeFields,
  status: DisputeStateField,
})

export const PaymentWithRefundsSchema = Named(
  'PaymentWithRefunds',
  'A payment with its refunds and disputes.',
  {
    ...PaymentSchema.properties,
    refunds: Type.Array(RefundSchema, { description: 'Oldest first' }),
    disputes: Type.Array(DisputeSchema, { description: 'Oldest first' }),
  },
)

/** The maximum depends on the payment, so the error message names it. */
const Amount = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description }))

export const CaptureBody = Body(
  'Capture',
  'How much to capture.',
  {
    amountCents: Amount('Leave it out to capture everything. If it is less, the rest is released.'),
  },
  { amountCents: 3000 },
)

export const RefundBody = Body(
  'NewRefund',
  'How much to refund, and why.',
  {
    amountCents: Amount('Leave it out to refund everything that is left'),
    reason: Type.Optional(OneOf(refundReasons, { description: 'The reason for the refund' })),
    refundApplicationFee: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether the platform fee is returned in proportion' }),
    ),
  },
  { amountCents: 1000, reason: 'requested_by_customer' },
)

export const CancelBody = Strict({})

/** Accepts any text, so that a malformed id gets 404, not 400. */
export const PaymentPath = Type.Object({ id: Text('The `svcPaymentId`', sample.svcPaymentId) })

export const ListQuery = Strict({
  ...PageQuery,
  orderRef: Type.Optional(Line(500, { description: 'Only payments with this order id' })),
  status: Type.Optional(OneOf(paymentStatuses, { description: 'Only payments with this status' })),
  createdFrom: TimeField('Created at or after'),
  createdTo: TimeField('Created before'),
})
