import { moveMoney } from '../balance/move-money.ts'
import { emit } from '../events/emit.ts'
import type { Tx } from '../store/store.ts'
import { updateRefund } from './update-refund.ts'

export function finishRefund(tx: Tx, id: string): void {
  const refund = tx.tables.refund.get(id)
  if (refund?.status !== 'pending') return
  updateRefund(tx, refund, { status: 'succeeded' })
}

/** The shopper's bank returns the money, which can then be refunded again. */
export function failRefund(tx: Tx, id: string): void {
  const refund = tx.tables.refund.get(id)
  const charge = refund ? tx.tables.charge.get(refund.charge) : undefined
  if (!refund || !charge || refund.status === 'failed') return
  tx.put('charge', { ...charge, amountRefunded: charge.amountRefunded - refund.amount })
  const { account, amount, currency } = refund
  const moved = moveMoney(tx, { account, type: 'refund_failure', amount, currency, source: id })
  const change = {
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: moved.id,
  } as const
  const failed = updateRefund(tx, refund, change)
  emit(tx, 'refund.failed', 'refund', failed, refund)
}
