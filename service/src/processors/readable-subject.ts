import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { EventSubject, PaymentSnapshot } from './port.ts'

/** Longer than any real id, and short enough for every column, even as part of a fact's name. */
const Name = Type.String({ pattern: '^[\\x21-\\x7e]{1,160}$' })
/** Without NUL and lone surrogates, which PostgreSQL cannot store. */
const Text = Type.String({ pattern: '^[^\\u0000\\ud800-\\udfff]{0,5000}$' })
const OptionalText = Type.Union([Text, Type.Null()])
const Cents = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })
/** Smaller than other limits, because the disputes of a payment are added up. */
const mostDisputed = 100_000_000
const DisputedCents = Type.Integer({ minimum: 0, maximum: mostDisputed })
const Amount = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })

const Refund = Type.Object({
  processorRefundId: Name,
  refundId: OptionalText,
  amountCents: Amount,
  state: Type.String(),
})

const Fee = Type.Object({ processorFeeId: Type.Optional(Name), amountCents: Cents, refundedCents: Cents })

const ShortText = Type.Union([Type.String({ pattern: '^[\\x20-\\x7e]{1,40}$' }), Type.Null()])
const Method = Type.Object({ type: Name, brand: ShortText, last4: ShortText })

const Snapshot = Type.Object({
  processorPaymentId: Name,
  status: Type.String(),
  currency: Type.String({ pattern: '^[a-z]{3}$' }),
  amountCents: Amount,
  capturedCents: Cents,
  feeCents: Cents,
  fee: Type.Optional(Fee),
  failure: Type.Union([Type.Null(), Type.Object({ code: Text, message: Text })]),
  paymentMethod: Type.Optional(Method),
  refunds: Type.Optional(Type.Array(Refund)),
})

const DisputeMovement = Type.Object({
  id: Name,
  amountCents: Type.Integer({ minimum: -mostDisputed, maximum: mostDisputed }),
})

const Dispute = Type.Object({
  processorDisputeId: Name,
  amountCents: DisputedCents,
  reason: OptionalText,
  state: Type.String(),
  movements: Type.Optional(Type.Union([Type.Null(), Type.Array(DisputeMovement, { maxItems: 100 })])),
})

const Report = Type.Union([
  Type.Object({ kind: Type.Literal('intent'), snapshot: Snapshot }),
  Type.Object({ kind: Type.Literal('refund'), refund: Refund }),
  Type.Object({ kind: Type.Literal('refunded_total'), refundedCents: Cents }),
  Type.Object({ kind: Type.Literal('dispute'), dispute: Dispute }),
  Type.Object({ kind: Type.Literal('released') }),
  Type.Object({ kind: Type.Literal('refunded_or_released'), refundedCents: Cents, uncapturedCents: Cents }),
  Type.Object({ kind: Type.Literal('fee'), fee: Fee }),
  Type.Object({ kind: Type.Literal('method'), paymentMethod: Method }),
  Type.Object({ kind: Type.Literal('changed') }),
])

const feeSubject = Compile(Type.Object({ chargeId: Name, fee: Fee }))
const paymentSubject = Compile(
  Type.Object({ processorPaymentId: Name, paymentId: OptionalText, report: Report }),
)
const name = Compile(Name)

/**
 * The one place that decides whether the content of an event can be stored. If it passes, it fits the tables; all other
 * events are recorded as unread.
 */
export function isReadable(subject: EventSubject): boolean {
  if (subject.kind === 'fee') return feeSubject.Check(subject)
  if (subject.kind !== 'payment') return true
  if (!paymentSubject.Check(subject)) return false
  return subject.report.kind !== 'intent' || isPossible(subject.report.snapshot)
}

function isPossible({ status, amountCents, capturedCents, feeCents }: PaymentSnapshot): boolean {
  // A hold may be for less than the amount on which the fee was based.
  const isFeePossible = feeCents <= amountCents || status === 'requires_capture'
  if (!isFeePossible || capturedCents > amountCents) return false
  return capturedCents > 0 === (status === 'succeeded')
}

/** An id or a type. */
export const isName = (value: unknown): value is string => name.Check(value)
