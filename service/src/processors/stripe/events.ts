import { Stripe } from 'stripe'
import { isPaymentId } from '../../ids.ts'
import type { DisputeSnapshot, EventSubject, PaymentReport, ProcessorEvent } from '../port.ts'
import { feeSnapshot } from './fee.ts'
import { accountSnapshot, idOf, paymentSnapshot, refundSnapshot } from './mapping.ts'
import { releasedCents } from './release.ts'

/** From the wire in the version this service is written for, or in any that the processor keeps in its list. */
type Versions = 'ours' | 'any'

export function processorEvent(event: Stripe.Event, versions: Versions): ProcessorEvent {
  return {
    id: event.id,
    type: event.type,
    accountId: event.account ?? accountOfFee(event),
    createdAt: momentOf(event.created),
    subject: readableSubject(event, versions),
  }
}

const released: PaymentReport = { kind: 'released' }

/** Fees are the platform's own, and say themselves whose charge they were taken on. */
function accountOfFee({ type, data }: Stripe.Event): string | null {
  return type.startsWith('application_fee.') ? idOf((data.object as Stripe.ApplicationFee).account) : null
}

/** Events of the second generation have a text. */
function momentOf(created: number | string): Date {
  return new Date(typeof created === 'number' ? created * 1000 : created)
}

function readableSubject(event: Stripe.Event, versions: Versions): EventSubject {
  const isOurs = event.api_version === null || event.api_version === Stripe.API_VERSION
  if (!isOurs && versions === 'ours') return { kind: 'unread' }
  try {
    const subject = subjectOf(event)
    return isOurs ? subject : withoutDetails(subject)
  } catch (error) {
    if (error instanceof TypeError) return { kind: 'unread' }
    throw error
  }
}

/** In another version the ids and a dispute mean the same; for the rest the payment itself is asked. */
function withoutDetails(subject: EventSubject): EventSubject {
  if (subject.kind !== 'payment' || subject.report.kind === 'dispute' || subject.report === released)
    return subject
  return { ...subject, report: { kind: 'changed' } }
}

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
      const refundedCents = charge.amount_refunded - releasedCents(charge)
      const report = refundedCents > 0 ? ({ kind: 'refunded_total', refundedCents } as const) : released
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
      return { kind: 'account', account: accountSnapshot(event.data.object) }
    case 'account.application.deauthorized':
      return { kind: 'account', account: null }
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

function disputeSnapshot(dispute: Stripe.Dispute): DisputeSnapshot {
  return {
    processorDisputeId: dispute.id,
    amountCents: dispute.amount,
    reason: dispute.reason,
    state: disputeState(dispute.status),
  }
}

function disputeState(status: string): DisputeSnapshot['state'] {
  if (status === 'won' || status === 'lost') return status
  return status.startsWith('warning') || status === 'prevented' ? 'warning' : 'open'
}
