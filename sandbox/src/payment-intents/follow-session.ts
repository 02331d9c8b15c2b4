import { emit } from '../events/emit.ts'
import type { PaymentIntentRecord } from '../records/payment-intent.ts'
import type { Tx } from '../store/store.ts'

/** A checkout session is complete once its shopper has paid. A debit's outcome follows later. */
export function followSession(tx: Tx, intent: PaymentIntentRecord): void {
  const session = intent.checkoutSession ? tx.tables.checkout_session.get(intent.checkoutSession) : undefined
  if (!session) return
  const isPaid = intent.status === 'succeeded'
  const payment_status = isPaid ? 'paid' : 'unpaid'
  if (session.status === 'open') {
    if (intent.status === 'requires_payment_method') return
    const method = intent.payment_method ? tx.tables.payment_method.get(intent.payment_method) : undefined
    const customer_details = {
      name: method?.billing_details?.name ?? null,
      email: session.customer_email ?? method?.billing_details?.email ?? null,
    }
    const complete = tx.put('checkout_session', {
      ...session,
      status: 'complete',
      payment_status,
      customer_details,
    })
    emit(tx, 'checkout.session.completed', 'checkout_session', complete)
    return
  }
  if (isPaid && session.payment_status === 'paid') return
  const later = tx.put('checkout_session', { ...session, payment_status })
  if (intent.capture_method === 'manual') return
  const event = isPaid ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed'
  emit(tx, event, 'checkout_session', later)
}
