import { problems } from '../problems.ts'
import { isGone, type Outcome } from '../processors/outcomes.ts'
import { refusalProblem } from '../processors/refusal-problem.ts'
import { type PaymentDeps, processorNamed } from './deps.ts'
import { lockWithRefunds, takeIn } from './locked-payment.ts'
import type { Payment } from './payment.ts'

/** If a payment changes during every reading, it is used as known here after this many. */
const readings = 3

/**
 * Reads the payment from the processor and applies the answer. An answer that goes back in state is believed only if
 * nothing else changed the payment meanwhile; otherwise the payment is read again.
 */
export async function refreshPayment(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'processors'>,
  known: Payment,
  source: string,
): Promise<Outcome<Payment>> {
  const processor = processorNamed(deps, known.processor)
  let payment = known
  for (let i = 0; i < readings; i++) {
    const { version } = payment
    const reading = await processor.readPayment(known.accountId, known.processorPaymentId)
    if (reading.kind !== 'done') return reading
    const { applied, locked } = await deps.db.begin(async tx => {
      const locked = await lockWithRefunds(tx, known.merchantId, known.paymentId)
      const trust = locked.payment.version === version ? 'reading' : 'report'
      return {
        locked,
        applied: await takeIn(tx, locked, reading.value, { trust, source, at: deps.clock.now() }),
      }
    })
    payment = applied.kind === 'changed' ? applied.payment : locked.payment
    if (applied.kind !== 'doubtful') break
  }
  return { kind: 'done', value: payment }
}

/** The same, but throws a problem if the processor does not answer. */
export async function requireRefreshed(deps: PaymentDeps, known: Payment, source: string): Promise<Payment> {
  const fresh = await refreshPayment(deps, known, source)
  if (fresh.kind === 'done') return fresh.value
  if (fresh.kind === 'refused' && isGone(fresh)) throw refusalProblem(fresh.refusal)
  throw unconfirmed()
}

export const unconfirmed = () =>
  problems.unavailable('The processor cannot be reached to confirm the payment’s current state. Try again.')
