import { disputeResponseSeconds } from '../constants.ts'
import { emit } from '../events/emit.ts'
import type { ChargeRecord } from '../records/charge.ts'
import type { Tx } from '../store/store.ts'

const reasons: Readonly<Partial<Record<ChargeRecord['paidWith']['behavior'], string>>> = {
  dispute: 'fraudulent',
  dispute_not_received: 'product_not_received',
  dispute_inquiry: 'fraudulent',
}

/** The shopper of a dispute test value complains as soon as the money is taken. */
export function openDispute(tx: Tx, charge: ChargeRecord): void {
  const reason = reasons[charge.paidWith.behavior]
  if (!reason) return
  const inquiry = charge.paidWith.behavior === 'dispute_inquiry'
  const disputed = tx.put('charge', { ...charge, disputed: true })
  const dispute = tx.put('dispute', {
    id: `du_1${tx.random(23)}`,
    account: charge.account,
    seq: tx.nextSeq(),
    created: tx.now,
    amount: disputed.amountCaptured,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    brand: charge.paidWith.card?.brand ?? null,
    reason,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
    dueBy: tx.now + disputeResponseSeconds,
    evidence: {},
    submissions: 0,
    metadata: {},
  })
  emit(tx, 'charge.dispute.created', 'dispute', dispute)
  if (!inquiry) emit(tx, 'charge.dispute.funds_withdrawn', 'dispute', dispute)
}
