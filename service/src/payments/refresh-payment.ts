import { type PaymentDeps, processorNamed } from './deps.ts'
import { lockWithRefunds, takeIn } from './locked-payment.ts'
import type { Payment } from './payment.ts'

/**
 * Reads the payment from the processor and takes the answer in. It is believed where it goes back only if
 * nothing else changed the payment meanwhile. Null when the processor gave no answer.
 */
export async function refreshPayment(
  deps: PaymentDeps,
  known: Payment,
  source: string,
): Promise<Payment | null> {
  const processor = processorNamed(deps, known.processor)
  const outcome = await processor.readPayment(known.accountId, known.processorPaymentId)
  if (outcome.kind !== 'done') return null
  return await deps.db.begin(async tx => {
    const locked = await lockWithRefunds(tx, known.merchantId, known.paymentId)
    const trust = locked.payment.version === known.version ? 'reading' : 'report'
    const applied = await takeIn(tx, locked, outcome.value, { trust, source, at: deps.clock.now() })
    return applied.kind === 'changed' ? applied.payment : locked.payment
  })
}
