import { disputeResponseSeconds } from '../constants.ts'
import { emit } from '../events/emit.ts'
import type { ChargeRecord } from '../records/charge.ts'
import type { Tx } from '../store/store.ts'
import { scheduleDeadline } from './decide-dispute.ts'
import { withdraw } from './move-funds.ts'

const reasons: Readonly<Partial<Record<ChargeRecord['paidWith']['behavior'], string>>> = {
  dispute: 'fraudulent',
  dispute_not_received: 'product_not_received',
  dispute_inquiry: 'fraudulent',
  dispute_noncompliant: 'noncompliant',
  dispute_twice: 'fraudulent',
}

/** Opens the disputes of a test card whose charges are always disputed, as soon as it is charged. */
export function openDisputes(tx: Tx, charge: ChargeRecord): void {
  const { behavior } = charge.paidWith
  const reason = reasons[behavior]
  if (!reason) return
  const disputed = tx.put('charge', { ...charge, disputed: true })
  const half = Math.floor(charge.amount_captured / 2)
  const amounts =
    behavior === 'dispute_twice' ? [half, charge.amount_captured - half] : [charge.amount_captured]
  for (const amount of amounts) openDispute(tx, disputed, reason, amount)
}

function openDispute(tx: Tx, charge: ChargeRecord, reason: string, amount: number): void {
  const inquiry = charge.paidWith.behavior === 'dispute_inquiry'
  const id = `du_1${tx.random(23)}`
  const dispute = tx.put('dispute', {
    id,
    transactions: inquiry ? [] : [withdraw(tx, { ...charge, id }, amount)],
    account: charge.account,
    seq: tx.nextSeq(),
    created: tx.now,
    amount,
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
  scheduleDeadline(tx, dispute)
  emit(tx, 'charge.dispute.created', 'dispute', dispute)
  if (!inquiry) emit(tx, 'charge.dispute.funds_withdrawn', 'dispute', dispute)
}
