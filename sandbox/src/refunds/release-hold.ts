import { emit } from '../events/emit.ts'
import type { ChargeRecord } from '../records/charge.ts'
import type { Tx } from '../store/store.ts'
import { destinationOf, newRefund } from './new-refund.ts'

/** Releases the uncaptured part of an authorization. Stripe shows this to most accounts as a refund, but no money moves. */
export function releaseHold(tx: Tx, charge: ChargeRecord): ChargeRecord {
  const amount = charge.amount - charge.amount_captured
  const isShown = tx.tables.account.get(charge.account)?.releasesAsRefunds ?? true
  if (amount === 0 || !isShown) return charge
  const destination = destinationOf(charge)
  const refund = newRefund(tx, charge, {
    amount,
    status: 'succeeded',
    reason: null,
    metadata: {},
    balance_transaction: null,
    destination: destination === 'card' ? 'card_reversal' : destination,
  })
  const released = tx.put('charge', { ...charge, amountReleased: amount })
  emit(tx, 'refund.created', 'refund', refund)
  emit(tx, 'charge.refunded', 'charge', released, charge)
  return released
}
