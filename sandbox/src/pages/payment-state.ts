import type { ChargeRecord } from '../records/charge.ts'
import { type DisputeRecord, isInquiry } from '../records/dispute.ts'
import type { PaymentIntentRecord, Status } from '../records/payment-intent.ts'
import type { Tables } from '../store/tables.ts'
import type { Tone } from './display.ts'

const views: Readonly<Record<Status, readonly [string, Tone]>> = {
  requires_payment_method: ['To pay', 'waiting'],
  requires_confirmation: ['To confirm', 'waiting'],
  requires_action: ['At the bank', 'waiting'],
  processing: ['Processing', 'waiting'],
  requires_capture: ['To capture', 'good'],
  succeeded: ['Paid', 'good'],
  canceled: ['Canceled', 'quiet'],
}

/** The refunds and the dispute of a payment after it was paid. */
export interface Afterwards {
  readonly refunded: number
  readonly isFullyRefunded: boolean
  /** The latest dispute, unless it was an inquiry that is now closed. */
  readonly dispute: DisputeRecord | undefined
}

export function afterwardsOf(tables: Tables, intent: PaymentIntentRecord): Afterwards {
  const charge = chargeOf(tables, intent)
  const refunded = charge?.amountRefunded ?? 0
  const ids = charge ? tables.dispute.indexed('charge', charge.id) : []
  const dispute = tables.dispute.get(ids.at(-1) ?? '')
  return {
    refunded,
    isFullyRefunded: refunded > 0 && refunded === charge?.amount_captured,
    dispute: dispute?.status === 'warning_closed' ? undefined : dispute,
  }
}

function chargeOf(tables: Tables, { latest_charge: latest }: PaymentIntentRecord): ChargeRecord | undefined {
  return latest ? tables.charge.get(latest) : undefined
}

/** The label of a payment in a list, its color, and the page of the dispute that it is about. */
export function paymentState(tables: Tables, intent: PaymentIntentRecord): readonly [string, Tone, string?] {
  if (intent.status === 'requires_payment_method' && intent.last_payment_error) return ['Declined', 'bad']
  if (intent.status !== 'succeeded') return views[intent.status]
  const { dispute, refunded, isFullyRefunded } = afterwardsOf(tables, intent)
  const address = `/_sandbox/pages/disputes/${dispute?.id}`
  if (dispute?.status === 'lost') return ['Dispute lost', 'bad', address]
  if (dispute && dispute.status !== 'won') {
    return isInquiry(dispute) ? ['Inquiry', 'waiting', address] : ['Disputed', 'bad', address]
  }
  if (refunded > 0) return [isFullyRefunded ? 'Refunded' : 'Partly refunded', 'quiet']
  return dispute ? ['Dispute won', 'good', address] : views.succeeded
}
