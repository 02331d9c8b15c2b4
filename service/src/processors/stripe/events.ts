import { createHash } from 'node:crypto'
import { Stripe } from 'stripe'
import { isPaymentId } from '../../ids.ts'
import type { EventSubject, PaymentReport, ProcessorEvent } from '../port.ts'
import { isName, isReadable } from '../readable-subject.ts'
import { feeSnapshot } from './charge.ts'
import { disputeSnapshot, idOf, paymentSnapshot, refundSnapshot } from './mapping.ts'

/** From the wire in the version this service is written for, or in any that the processor keeps in its list. */
type Versions = 'ours' | 'any'

/** An event as it came: nothing of its shape is promised. */
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

/** Any event can be recorded. One without a usable id is identified by its bytes, so that it is still recorded once. */
export function processorEvent(event: WireEvent, body: Buffer, versions: Versions): ProcessorEvent {
  const { id, type } = event
  const account = event.account ?? accountOfFee(event)
  const createdAt = timestampOf(event.created)
  const isWhole = isName(id) && isName(type) && (account === null || isName(account)) && createdAt !== null
  return {
    id: isName(id) ? id : `unread_${createHash('sha256').update(body).digest('hex')}`,
    type: isName(type) ? type : 'unread',
    accountId: isName(account) ? account : null,
    createdAt: createdAt ?? new Date(0),
    subject: isWhole ? readableSubject(event as Stripe.Event, versions) : { kind: 'malformed' },
  }
}

const released: PaymentReport = { kind: 'released' }

/** Fees are the platform's own, and say themselves whose charge they were taken on. */
function accountOfFee(event: WireEvent): unknown {
  if (typeof event.type !== 'string' || !event.type.startsWith('application_fee.')) return null
  const { data } = event as { data?: { object?: Partial<Stripe.ApplicationFee> } | null }
  return idOf(data?.object?.account ?? null)
}

const lastSecond = Date.UTC(9999, 11, 31) / 1000

/** Events of the second generation have a text. Null for what is no time that can be kept. */
function timestampOf(created: unknown): Date | null {
  const seconds = typeof created === 'string' ? Date.parse(created) / 1000 : created
  if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= lastSecond)) return null
  return new Date(Math.floor(seconds * 1000))
}

function readableSubject(event: Stripe.Event, versions: Versions): EventSubject {
  const isOurs = event.api_version === null || event.api_version === Stripe.API_VERSION
  if (!isOurs && versions === 'ours') return { kind: 'unread' }
  try {
    const subject = isOurs ? subjectOf(event) : withoutDetails(subjectOf(event))
    return isReadable(subject) ? subject : { kind: 'unread' }
  } catch (error) {
    if (error instanceof TypeError) return { kind: 'unread' }
    throw error
  }
}

/** In another version the ids and a dispute mean the same; for the rest the payment itself is asked. */
function withoutDetails(subject: EventSubject): EventSubject {
  if (subject.kind !== 'payment' || sameInAnyVersion.includes(subject.report.kind)) return subject
  return { ...subject, report: { kind: 'changed' } }
}

const sameInAnyVersion: PaymentReport['kind'][] = ['dispute', 'released', 'refunded_or_released']

function subjectOf(event: Stripe.Event): EventSubject {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.payment_failed':
    case 'payment_intent.requires_action':
    case 'payment_intent.amount_capturable_updated':
    case 'payment_intent.canceled': {
      const intent = event.data.object
      const report: PaymentReport = { kind: 'intent', snapshot: paymentSnapshot(intent) }
      const { svcPaymentId } = intent.metadata
      const paymentId = isPaymentId(svcPaymentId) ? svcPaymentId : null
      return { kind: 'payment', processorPaymentId: intent.id, paymentId, report }
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const refund = event.data.object
      return about(refund.payment_intent, { kind: 'refund', refund: refundSnapshot(refund) })
    }
    case 'charge.refunded': {
      const charge = event.data.object
      const { amount_refunded: refundedCents } = charge
      const uncapturedCents = charge.amount - charge.amount_captured
      if (!Number.isInteger(refundedCents - uncapturedCents)) throw new TypeError('no amounts')
      if (!charge.captured) return about(charge.payment_intent, released)
      const report: PaymentReport =
        uncapturedCents > 0
          ? { kind: 'refunded_or_released', refundedCents, uncapturedCents }
          : { kind: 'refunded_total', refundedCents }
      return about(charge.payment_intent, report)
    }
    case 'application_fee.refunded': {
      const fee = event.data.object
      const chargeId = idOf(fee.charge)
      return chargeId === null ? { kind: 'other' } : { kind: 'fee', chargeId, fee: feeSnapshot(fee) }
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed': {
      const dispute = event.data.object
      return about(dispute.payment_intent, { kind: 'dispute', dispute: disputeSnapshot(dispute) })
    }
    case 'account.updated':
    case 'account.application.deauthorized':
      return { kind: 'account' }
    default:
      return { kind: 'other' }
  }
}

/** What belongs to no payment intent was not made here. */
function about(intent: string | Stripe.PaymentIntent | null, report: PaymentReport): EventSubject {
  if (intent === null) return { kind: 'other' }
  if (intent === undefined) throw new TypeError('no payment intent')
  const processorPaymentId = typeof intent === 'string' ? intent : intent.id
  return { kind: 'payment', processorPaymentId, paymentId: null, report }
}
