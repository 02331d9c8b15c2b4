import type { Stripe } from 'stripe'
import type {
  AccountSnapshot,
  DisputeMovement,
  DisputeSnapshot,
  DisputeState,
  IntentStatus,
  PaymentMethod,
  PaymentSnapshot,
  RefundSnapshot,
} from '../port.ts'
import { isName } from '../readable-subject.ts'
import type { Seals } from '../seals.ts'
import { disputeStates, intentStatuses } from '../snapshots.ts'
import { idOf } from './id-of.ts'
import { memoOfCapture, memoOfRefund } from './memo.ts'

/** Reads a charge's details or a payment method: each has a type and a field of that name. Null without a type. */
export function methodOf(details: { type?: unknown } | null | undefined): PaymentMethod | null {
  const type = details?.type
  if (typeof type !== 'string') return null
  const { [type]: part } = details as Record<string, unknown>
  const { brand, last4 } = (part ?? {}) as { brand?: unknown; last4?: unknown }
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return { type, brand: text(brand), last4: text(last4) }
}

/** The card of the last attempt. An event names only the charge's id, unless the attempt failed. */
function methodOfIntent({ latest_charge: charge, last_payment_error: error }: Stripe.PaymentIntent) {
  return typeof charge === 'object' && charge !== null
    ? methodOf(charge.payment_method_details)
    : methodOf(error?.payment_method)
}

export function paymentSnapshot(intent: Stripe.PaymentIntent): PaymentSnapshot {
  const failure = intent.last_payment_error
  const captureMemo = memoOfCapture(intent.metadata)
  const processorChargeId = idOf(intent.latest_charge)
  const paymentMethod = methodOfIntent(intent)
  return {
    processorPaymentId: intent.id,
    ...(isName(processorChargeId) ? { processorChargeId } : {}),
    status: intentStatus(intent.status),
    currency: intent.currency,
    captureMethod: captureMethod(intent.capture_method),
    amountCents: intent.status === 'requires_capture' ? intent.amount_capturable : intent.amount,
    capturedCents: intent.status === 'succeeded' ? intent.amount_received : 0,
    // Only null means no fee: a payment without the field cannot be read.
    feeCents: intent.application_fee_amount === null ? 0 : intent.application_fee_amount,
    failure: failure
      ? { code: failure.decline_code ?? failure.code ?? failure.type, message: failure.message ?? '' }
      : null,
    ...(paymentMethod ? { paymentMethod } : {}),
    ...(captureMemo ? { captureMemo } : {}),
  }
}

const isOneOf = <Known extends string>(all: readonly Known[], text: string): text is Known =>
  (all as readonly string[]).includes(text)

/** A status from a newer API version is read as processing: not final, and allows no calls. */
function intentStatus(status: unknown): IntentStatus {
  if (typeof status !== 'string') throw new TypeError('no status')
  return isOneOf(intentStatuses, status) ? status : 'processing'
}

function captureMethod(method: unknown): PaymentSnapshot['captureMethod'] {
  if (typeof method !== 'string') throw new TypeError('no capture method')
  return method === 'manual' ? 'manual' : 'automatic'
}

export function refundSnapshot(seals: Seals, accountId: string, refund: Stripe.Refund): RefundSnapshot {
  const memo = memoOfRefund(seals, accountId, refund)
  return {
    processorRefundId: refund.id,
    refundId: refund.metadata?.svcRefundId ?? null,
    amountCents: refund.amount,
    state: refundState(refund.status),
    ...(memo ? { memo } : {}),
  }
}

function refundState(status: unknown): RefundSnapshot['state'] {
  if (typeof status !== 'string' && status !== null) throw new TypeError('no status')
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

export function accountSnapshot(account: Stripe.Account): AccountSnapshot {
  return {
    accountId: account.id,
    chargesEnabled: account.charges_enabled,
    payoutsEnabled: account.payouts_enabled,
    detailsSubmitted: account.details_submitted,
    disabledReason: account.requirements?.disabled_reason ?? null,
    pastDue: (account.requirements?.past_due ?? []).length > 0,
    currentlyDue: account.requirements?.currently_due ?? [],
  }
}

export function disputeSnapshot(dispute: Stripe.Dispute): DisputeSnapshot {
  return {
    processorDisputeId: dispute.id,
    amountCents: dispute.amount,
    reason: dispute.reason,
    state: disputeState(dispute.status),
    openedAt: isoTime(dispute.created),
    dueBy: isoTime(dispute.evidence_details?.due_by),
    movements: disputeMovements(dispute),
  }
}

/** A status from a newer API version is read as under review: undecided, and no response is due. */
function disputeState(status: unknown): DisputeState {
  if (typeof status !== 'string') throw new TypeError('no status')
  if (isOneOf(disputeStates, status)) return status
  return status.startsWith('warning_') ? 'warning_under_review' : 'under_review'
}

/** Null if the account is paid out in another currency: those amounts are not the disputed amount. */
function disputeMovements(dispute: Stripe.Dispute): DisputeMovement[] | null {
  const moved = dispute.balance_transactions
  if (!Array.isArray(moved) || moved.some(({ currency }) => currency !== dispute.currency)) return null
  const oldestFirst = moved.toSorted((a, b) => a.created - b.created)
  return oldestFirst.map(({ id, amount: amountCents }) => ({ id, amountCents }))
}

/** Null unless it is a plausible Unix time. */
function isoTime(seconds: unknown): string | null {
  const isTime = typeof seconds === 'number' && seconds > 0 && seconds < 1e11
  return isTime ? new Date(seconds * 1000).toISOString() : null
}
