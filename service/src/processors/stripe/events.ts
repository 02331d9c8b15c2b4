import { createHash } from 'node:crypto'
import { Stripe } from 'stripe'
import { isPaymentId } from '../../ids.ts'
import type { EventSubject, PaymentReport, ProcessorEvent } from '../port.ts'
import { isName, isReadable } from '../readable-subject.ts'
import type { Seals } from '../seals.ts'
import { feeSnapshot } from './charge.ts'
import { idOf } from './id-of.ts'
import { disputeSnapshot, methodOf, paymentSnapshot, refundSnapshot } from './mapping.ts'
import { memoOfPayment } from './memo.ts'

/** Webhooks must have the API version that this service is written for; listed events may have any version. */
type Versions = 'ours' | 'any'

/** An event as received: its shape is not guaranteed. */
type WireEvent = { [Field in keyof Stripe.Event]?: unknown }

/** Null unless the bytes are a JSON object. */
export function eventIn(body: Buffer): WireEvent | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** The first account named in the body, which is the connected account if there is one; empty if none is named. */
export function firstAccountIn(body: Buffer): string {
  return /"account": ?"(acct_\w+)"/.exec(body.toString('latin1'))?.[1] ?? ''
}

export function readWebhook(seals: Seals, body: Buffer): ProcessorEvent | null {
  const event = eventIn(body)
  return event && processorEvent(seals, event, body, 'ours')
}

/** Any event can be recorded. One without a usable id is identified by its bytes, so that it is still recorded once. */
export function processorEvent(seals: Seals, event: WireEvent, body: Buffer, versions: Versions) {
  const { id, type } = event
  const account = event.account ?? accountOfFee(event)
  const createdAt = timestampOf(event.created)
  const isWhole = isName(id) && isName(type) && (account === null || isName(account)) && createdAt !== null
  const subject: EventSubject = isWhole
    ? readableSubject(seals, event as Stripe.Event, versions)
    : { kind: 'malformed' }
  return {
    id: isName(id) ? id : `unread_${createHash('sha256').update(body).digest('hex')}`,
    type: isName(type) ? type : 'unread',
    accountId: isName(account) ? account : null,
    createdAt: createdAt ?? new Date(0),
    ...callKeyOf(event.request),
    subject,
  }
}

/** Fees belong to the platform, and name the account of their charge themselves. */
function accountOfFee(event: WireEvent): unknown {
  if (typeof event.type !== 'string' || !event.type.startsWith('application_fee.')) return null
  const { data } = event as { data?: { object?: Partial<Stripe.ApplicationFee> } | null }
  return idOf(data?.object?.account ?? null)
}

/** The processor's key consists of the call's key and the attempt. */
function callKeyOf(request: unknown): { callKey?: string } {
  const { idempotency_key: key } = (request ?? {}) as { idempotency_key?: unknown }
  const callKey = typeof key === 'string' ? /^(svck_[\w-]{43})-\d+$/.exec(key)?.[1] : undefined
  return callKey === undefined ? {} : { callKey }
}

const lastSecond = Date.UTC(9999, 11, 31) / 1000

/** Events of Stripe's v2 API give the time as text. Null unless it can be stored. */
function timestampOf(created: unknown): Date | null {
  const seconds = typeof created === 'string' ? Date.parse(created) / 1000 : created
  if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= lastSecond)) return null
  return new Date(Math.floor(seconds * 1000))
}

function readableSubject(seals: Seals, event: Stripe.Event, versions: Versions): EventSubject {
  const isOurs = event.api_version === null || event.api_version === Stripe.API_VERSION
  if (!isOurs && versions === 'ours') return { kind: 'unread' }
  try {
    const read = subjectOf(seals, event)
    const subject = isOurs ? read : withoutDetails(read)
    return isReadable(subject) ? subject : { kind: 'unread' }
  } catch (error) {
    if (error instanceof TypeError) return { kind: 'unread' }
    throw error
  }
}

/** In other versions, ids and disputes have the same meaning; for anything else, the payment is read. */
function withoutDetails(subject: EventSubject): EventSubject {
  if (subject.kind !== 'payment' || sameInAnyVersion.includes(subject.report.kind)) return subject
  return { ...subject, report: { kind: 'changed' } }
}

const sameInAnyVersion: PaymentReport['kind'][] = ['dispute', 'released', 'refunded_or_released']

type Reader = (object: never, seals: Seals, accountId: string) => EventSubject

/** The events of connected accounts that the service needs, each with the function that reads its object. */
export const accountEvents = new Map<string, Reader>([
  ['payment_intent.succeeded', intentSubject],
  ['payment_intent.processing', intentSubject],
  ['payment_intent.payment_failed', intentSubject],
  ['payment_intent.requires_action', intentSubject],
  ['payment_intent.amount_capturable_updated', intentSubject],
  ['payment_intent.canceled', intentSubject],
  ['refund.created', refundSubject],
  ['refund.updated', refundSubject],
  ['refund.failed', refundSubject],
  ['charge.refunded', refundedSubject],
  ['charge.dispute.created', disputeSubject],
  ['charge.dispute.updated', disputeSubject],
  ['charge.dispute.funds_withdrawn', disputeSubject],
  ['charge.dispute.funds_reinstated', disputeSubject],
  ['charge.dispute.closed', disputeSubject],
  ['account.updated', () => ({ kind: 'account' })],
  ['account.application.deauthorized', () => ({ kind: 'account' })],
])

/** The only event of the platform's own account that the service needs. */
export const feeEvent = 'application_fee.refunded'

const readers = new Map<string, Reader>([
  ...accountEvents,
  // optional: it names the card, which the payment's own events do not
  ['charge.succeeded', methodSubject],
  [feeEvent, feeSubject],
])

function subjectOf(seals: Seals, event: Stripe.Event): EventSubject {
  const read = readers.get(event.type)
  return read ? read(event.data?.object as never, seals, event.account ?? '') : { kind: 'other' }
}

function intentSubject(intent: Stripe.PaymentIntent, seals: Seals, accountId: string): EventSubject {
  const report: PaymentReport = { kind: 'intent', snapshot: paymentSnapshot(intent) }
  const { svcPaymentId } = intent.metadata
  const paymentId = isPaymentId(svcPaymentId) ? svcPaymentId : null
  const isOurs = memoOfPayment(seals, accountId, intent.metadata) !== null
  return { kind: 'payment', processorPaymentId: intent.id, paymentId, isOurs, report }
}

function refundSubject(refund: Stripe.Refund, seals: Seals, accountId: string): EventSubject {
  const snapshot = refundSnapshot(seals, accountId, refund)
  return about(refund.payment_intent, snapshot.memo !== undefined, { kind: 'refund', refund: snapshot })
}

function refundedSubject(charge: Stripe.Charge, seals: Seals, accountId: string): EventSubject {
  const { amount_refunded: refundedCents } = charge
  const uncapturedCents = charge.amount - charge.amount_captured
  if (!Number.isInteger(refundedCents - uncapturedCents)) throw new TypeError('no amounts')
  // a charge has the metadata of its payment
  const isOurs = memoOfPayment(seals, accountId, charge.metadata) !== null
  if (!charge.captured) return about(charge.payment_intent, isOurs, { kind: 'released' })
  const report: PaymentReport =
    uncapturedCents > 0
      ? { kind: 'refunded_or_released', refundedCents, uncapturedCents }
      : { kind: 'refunded_total', refundedCents }
  return about(charge.payment_intent, isOurs, report)
}

function methodSubject(charge: Stripe.Charge, seals: Seals, accountId: string): EventSubject {
  const paymentMethod = methodOf(charge.payment_method_details)
  if (!paymentMethod) return { kind: 'other' }
  const isOurs = memoOfPayment(seals, accountId, charge.metadata) !== null
  return about(charge.payment_intent, isOurs, { kind: 'method', paymentMethod })
}

function feeSubject(fee: Stripe.ApplicationFee): EventSubject {
  const chargeId = idOf(fee.charge)
  return chargeId === null ? { kind: 'other' } : { kind: 'fee', chargeId, fee: feeSnapshot(fee) }
}

function disputeSubject(dispute: Stripe.Dispute): EventSubject {
  return about(dispute.payment_intent, null, { kind: 'dispute', dispute: disputeSnapshot(dispute) })
}

/** An object without a payment intent was not created by this service. */
function about(
  intent: string | Stripe.PaymentIntent | null,
  isOurs: boolean | null,
  report: PaymentReport,
): EventSubject {
  if (intent === null) return { kind: 'other' }
  if (intent === undefined) throw new TypeError('no payment intent')
  const processorPaymentId = typeof intent === 'string' ? intent : intent.id
  return { kind: 'payment', processorPaymentId, paymentId: null, isOurs, report }
}
