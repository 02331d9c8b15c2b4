import { emit } from '../events/emit.ts'
import type { RefundRecord } from '../records/refund.ts'
import type { Tx } from '../store/store.ts'

/** Stripe emits two events: the refund's own, and an older one named after the charge. */
export function updateRefund(tx: Tx, before: RefundRecord, change: Partial<RefundRecord>): RefundRecord {
  const refund = tx.put('refund', { ...before, ...change })
  emit(tx, 'refund.updated', 'refund', refund, before)
  emit(tx, 'charge.refund.updated', 'refund', refund, before)
  return refund
}
