import { emit } from '../events/emit.ts'
import { type DisputeRecord, isInquiry } from '../records/dispute.ts'
import type { Tx } from '../store/store.ts'
import { reinstate, withdrawMore } from './move-funds.ts'

/** The bank disputes more of the payment, or less. It takes or returns the difference. */
export function changeDisputeAmount(tx: Tx, before: DisputeRecord, amount: number): DisputeRecord {
  const difference = amount - before.amount
  const isTaken = !isInquiry(before) && difference !== 0
  const moved = difference > 0 ? withdrawMore : reinstate
  const transactions = isTaken
    ? [...before.transactions, moved(tx, before, Math.abs(difference))]
    : before.transactions
  const dispute = tx.put('dispute', { ...before, amount, transactions })
  emit(tx, 'charge.dispute.updated', 'dispute', dispute, before)
  if (!isTaken) return dispute
  const event = difference > 0 ? 'charge.dispute.funds_withdrawn' : 'charge.dispute.funds_reinstated'
  emit(tx, event, 'dispute', dispute)
  return dispute
}
