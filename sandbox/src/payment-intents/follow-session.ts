import { emit } from '../events/emit.ts'
import type { PaymentIntentRecord } from '../records/payment-intent.ts'
import type { Tx } from '../store/store.ts'

/** A checkout session is complete once its shopper has paid. A debit's outcome follows later. */
export function followSession(tx: Tx, intent: PaymentIntentRecord): void {
  const session = intent.checkoutSession ? tx.tables.checkout_session.get(intent.checkoutSession) : undefined
  if (!session) return
  const isPaid = intent.status === 'succeeded'
  if (session.status === 'open') {
    if (intent.status === 'requires_payment_method') return
    const method = intent.paymentMethod ? tx.tables.payment_method.get(intent.paymentMethod) : undefined
    const payer = {
      name: method?.billing?.name ?? null,
      email: session.customerEmail ?? method?.billing?.email ?? null,
    }
    const complete = tx.put('checkout_session', { ...session, status: 'complete', isPaid, payer })
    emit(tx, 'checkout.session.completed', 'checkout_session', complete)
    return
  }
  if (session.isPaid === isPaid && isPaid) return
  const later = tx.put('checkout_session', { ...session, isPaid })
  if (intent.captureMethod === 'manual') return
  const event = isPaid ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed'
  emit(tx, event, 'checkout_session', later)
}
