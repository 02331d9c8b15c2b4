import { createFee } from '../application-fees/create-fee.ts'
import { moveMoney, processingFee } from '../balance/move-money.ts'
import { openDisputes } from '../disputes/open-dispute.ts'
import { emit } from '../events/emit.ts'
import type { ChargeRecord } from '../records/charge.ts'
import type { PaymentIntentRecord } from '../records/payment-intent.ts'
import { releaseHold } from '../refunds/release-hold.ts'
import type { Tx } from '../store/store.ts'
import { followSession } from './follow-session.ts'

/** The only place where money is taken: for a direct charge, a capture, or a settled debit. */
export function takeMoney(
  tx: Tx,
  intent: PaymentIntentRecord,
  charge: ChargeRecord,
  amount: number,
  event: 'charge.succeeded' | 'charge.captured',
): PaymentIntentRecord {
  // The requested fee can exceed the captured amount. Never take more than that.
  const fee = createFee(tx, charge, Math.min(intent.application_fee_amount ?? 0, amount))
  const before = tx.tables.charge.get(charge.id)
  const moved = moveMoney(tx, {
    account: charge.account,
    type: charge.id.startsWith('py_') ? 'payment' : 'charge',
    amount,
    currency: charge.currency,
    source: charge.id,
    fees: [
      { type: 'application_fee', amount: fee?.amount ?? 0 },
      { type: 'stripe_fee', amount: processingFee(amount, charge.currency) },
    ],
    description: charge.description,
    isPending: charge.paidWith.behavior !== 'bypass_pending',
  })
  const captured = tx.put('charge', {
    ...charge,
    balance_transaction: moved.id,
    status: 'succeeded',
    captured: true,
    amount_captured: amount,
    application_fee: fee?.id ?? null,
    application_fee_amount: intent.application_fee_amount,
  })
  const taken = releaseHold(tx, captured)
  const succeeded = tx.put('payment_intent', {
    ...intent,
    status: 'succeeded',
    amount_capturable: 0,
    amount_received: amount,
  })
  emit(tx, event, 'charge', taken, event === 'charge.captured' ? before : undefined)
  emit(tx, 'payment_intent.succeeded', 'payment_intent', succeeded)
  if (fee) emit(tx, 'application_fee.created', 'application_fee', fee)
  followSession(tx, succeeded)
  openDisputes(tx, taken)
  return succeeded
}
