import { emit } from '../events/emit.ts'
import type { Tx } from '../store/store.ts'

export function finishRefund(tx: Tx, id: string): void {
  const refund = tx.tables.refund.get(id)
  if (refund?.status !== 'pending') return
  const done = tx.put('refund', { ...refund, status: 'succeeded' })
  emit(tx, 'refund.updated', 'refund', done, refund)
}

/** The shopper's bank sends the money back; it can be refunded again. */
export function failRefund(tx: Tx, id: string): void {
  const refund = tx.tables.refund.get(id)
  const charge = refund ? tx.tables.charge.get(refund.charge) : undefined
  if (!refund || !charge || refund.status === 'failed') return
  tx.put('charge', { ...charge, amountRefunded: charge.amountRefunded - refund.amount })
  const failed = tx.put('refund', {
    ...refund,
    status: 'failed',
    failureReason: 'expired_or_canceled_card',
  })
  emit(tx, 'refund.failed', 'refund', failed, refund)
}
