import { problems } from '../problems.ts'
import type { Outcome } from '../processors/outcomes.ts'
import type { PaymentSnapshot } from '../processors/port.ts'
import { type PaymentDeps, processorNamed } from './deps.ts'
import { lockWithRefunds, takeIn } from './locked-payment.ts'
import type { Payment } from './payment.ts'

/** If a payment changes during every reading, it is used as known here after this many. */
const readings = 3

/** The payment as it is here after a reading, and the reading itself. */
interface ReadPayment {
  payment: Payment
  snapshot: PaymentSnapshot
}

/**
 * Reads the payment from the processor and applies the answer. An answer that goes back in state is believed only if
 * nothing else changed the payment meanwhile; otherwise the payment is read again.
 */
export async function refreshPayment(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'processors'>,
  known: Payment,
  source: string,
): Promise<Outcome<ReadPayment>> {
  const processor = processorNamed(deps, known.processor)
  let payment = known
  for (let i = 1; ; i++) {
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
    if (applied.kind !== 'doubtful' || i === readings)
      return { kind: 'done', value: { payment, snapshot: reading.value } }
  }
}

export const unconfirmed = () =>
  problems.unavailable('The processor cannot be reached to confirm the payment’s current state. Try again.')
