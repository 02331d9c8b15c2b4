import type Stripe from 'stripe'
import { ApiError, docUrl } from '../api/errors.ts'
import type { Settings } from '../api/route.ts'
import { holdSeconds, terminalHoldSeconds } from '../constants.ts'
import { emit } from '../events/emit.ts'
import { schedule } from '../jobs/schedule.ts'
import { attachMethod, spendMethod } from '../payment-methods/ownership.ts'
import type { ChargeRecord } from '../records/charge.ts'
import type { PaymentIntentRecord } from '../records/payment-intent.ts'
import type { PaymentMethodRecord } from '../records/payment-method.ts'
import { toPaymentIntent } from '../shapes/payment-intent.ts'
import { toPaymentMethod } from '../shapes/payment-method.ts'
import { declineOf } from '../simulated/behavior.ts'
import { type Decline, type DeclineReason, declines } from '../simulated/declines.ts'
import { isDebit, isInPerson } from '../simulated/payment-method-types.ts'
import type { Tx } from '../store/store.ts'
import { followSession } from './follow-session.ts'
import { newCharge, type Presence } from './new-charge.ts'
import { takeMoney } from './take-money.ts'

export interface Confirmed {
  readonly intent: PaymentIntentRecord
  /** Why the payment failed. The intent records the failure. */
  readonly refusal: ApiError | null
}

/** Charges a payment method that requires no further action. */
export function chargeMethod(
  tx: Tx,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  settings: Settings,
  presence: Presence,
): Confirmed {
  if (isDebit(method.type)) return startDebit(tx, intent, method, settings)
  const decline = declineOf(method.behavior)
  if (decline) return declineWith(tx, intent, method, decline, settings, presence)
  keepMethod(tx, intent, method)
  const charge = newCharge(tx, intent, method, settings, presence)
  const paid = { ...intent, latest_charge: charge.id, next_action: null, last_payment_error: null }
  if (intent.capture_method === 'manual') return { intent: hold(tx, paid, charge), refusal: null }
  return { intent: takeMoney(tx, paid, charge, charge.amount, 'charge.succeeded'), refusal: null }
}

/** Saves the method to the customer if it is set up for future use. Otherwise it is used up. */
function keepMethod(tx: Tx, intent: PaymentIntentRecord, method: PaymentMethodRecord): void {
  const { setup_future_usage: usage, customer } = intent
  if (usage === null || customer === null) {
    spendMethod(tx, method)
    return
  }
  const kept = method.customer === null ? attachMethod(tx, method, customer) : method
  if (usage === 'off_session' && !kept.setUp) tx.put('payment_method', { ...kept, setUp: true })
}

export function declineIntent(
  tx: Tx,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  reason: DeclineReason,
  settings: Settings,
): Confirmed {
  return declineWith(tx, intent, method, declines[reason], settings, {})
}

function hold(tx: Tx, intent: PaymentIntentRecord, fresh: ChargeRecord): PaymentIntentRecord {
  const before = tx.now + (isInPerson(fresh.paidWith.type) ? terminalHoldSeconds : holdSeconds)
  const charge = tx.put('charge', { ...fresh, captureBefore: before })
  const held = tx.put('payment_intent', {
    ...intent,
    status: 'requires_capture',
    amount_capturable: intent.amount,
  })
  emit(tx, 'charge.succeeded', 'charge', charge)
  emit(tx, 'payment_intent.amount_capturable_updated', 'payment_intent', held)
  schedule(tx, 'expire_authorization', held, before * 1000)
  followSession(tx, held)
  return held
}

function startDebit(
  tx: Tx,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  settings: Settings,
): Confirmed {
  keepMethod(tx, intent, method)
  const charge = tx.put('charge', {
    ...newCharge(tx, intent, method, settings, {}),
    status: 'pending',
    captured: true,
    amount_captured: intent.amount,
  })
  const waiting = tx.put('payment_intent', { ...intent, status: 'processing', latest_charge: charge.id })
  emit(tx, 'charge.pending', 'charge', charge)
  emit(tx, 'payment_intent.processing', 'payment_intent', waiting)
  followSession(tx, waiting)
  if (method.behavior !== 'stay_processing') {
    schedule(tx, 'settle_payment', waiting, tx.nowMs + settings.settleAfterMs)
  }
  return { intent: waiting, refusal: null }
}

function declineWith(
  tx: Tx,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  decline: Decline,
  settings: Settings,
  presence: Presence,
): Confirmed {
  const payment_method = toPaymentMethod(spendMethod(tx, method))
  const failure = { code: decline.code, declineCode: decline.decline_code, message: decline.message }
  const charge = tx.put('charge', {
    ...newCharge(tx, intent, method, settings, presence),
    status: 'failed',
    failure,
  })
  const error = { type: 'card_error', ...decline, charge: charge.id, payment_method } as const
  const failed = failIntent(tx, intent, charge, error)
  const refusal = new ApiError(402, { ...error, payment_intent: toPaymentIntent(failed) })
  return { intent: failed, refusal }
}

/** Returns the intent to the start, with the reason. The failed charge's event comes first. */
export function failIntent(
  tx: Tx,
  intent: PaymentIntentRecord,
  charge: ChargeRecord | null,
  error: Stripe.PaymentIntent.LastPaymentError,
): PaymentIntentRecord {
  const doc = error.code ? { doc_url: docUrl(error.code) } : {}
  const failed = tx.put('payment_intent', {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    latest_charge: charge?.id ?? intent.latest_charge,
    last_payment_error: { ...error, ...doc },
  })
  if (charge) emit(tx, 'charge.failed', 'charge', charge)
  emit(tx, 'payment_intent.payment_failed', 'payment_intent', failed)
  followSession(tx, failed)
  return failed
}
