import { Stripe } from 'stripe'
import type { DisputeSnapshot, EventSubject, PaymentReport, ProcessorEvent } from '../port.ts'
import { accountSnapshot, paymentSnapshot, refundSnapshot } from './mapping.ts'

export function processorEvent(event: Stripe.Event): ProcessorEvent {
  return {
    id: event.id,
    type: event.type,
    accountId: event.account ?? null,
    createdAt: new Date(event.created * 1000),
    subject: isOfOurVersion(event) ? subjectOf(event) : { kind: 'other' },
  }
}

/** The shape of another API version is not known here, so nothing is read from it. */
function isOfOurVersion(event: Stripe.Event): boolean {
  return event.api_version === null || event.api_version === Stripe.API_VERSION
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
      const paymentId = intent.metadata.svcPaymentId ?? null
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
      return about(charge.payment_intent, { kind: 'refunded_total', refundedCents: charge.amount_refunded })
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
