import { emit } from '../events/emit.ts'
import type { PaymentIntentRecord, Status } from '../records/payment-intent.ts'
import { releaseHold } from '../refunds/release-hold.ts'
import type { Tx } from '../store/store.ts'
import { requireStatus } from './find.ts'
import { stopReaders } from './finish-reader-action.ts'

const cancelable: readonly Status[] = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
]

export function cancelIntent(
  tx: Tx,
  intent: PaymentIntentRecord,
  reason: string | null,
): PaymentIntentRecord {
  const refusal = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`
  requireStatus(intent, cancelable, refusal)
  const held = intent.status === 'requires_capture' && intent.latest_charge
  const charge = held ? tx.tables.charge.get(held) : undefined
  if (charge) releaseHold(tx, charge)
  const canceled = tx.put('payment_intent', {
    ...intent,
    status: 'canceled',
    amount_capturable: 0,
    next_action: null,
    canceled_at: tx.now,
    cancellation_reason: reason,
  })
  emit(tx, 'payment_intent.canceled', 'payment_intent', canceled)
  stopReaders(tx, canceled)
  return canceled
}

/** The bank releases an authorization that was not captured in time. */
export function expireAuthorization(tx: Tx, id: string): void {
  const intent = tx.tables.payment_intent.get(id)
  if (intent?.status !== 'requires_capture') return
  const charge = intent.latest_charge ? tx.tables.charge.get(intent.latest_charge) : undefined
  if (charge) emit(tx, 'charge.expired', 'charge', charge)
  cancelIntent(tx, intent, 'expired')
}
