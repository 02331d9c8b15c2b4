import type { Tx } from '../db/db.ts'
import type { Outcome } from '../processors/outcomes.ts'
import type { PaymentSnapshot } from '../processors/port.ts'
import { applySnapshot } from './apply-snapshot.ts'
import { writeChange } from './change.sql.ts'
import { type PaymentDeps, processorNamed } from './deps.ts'
import type { Payment, Trust } from './payment.ts'
import { type LockedPayment, lockWithRefunds } from './payments.sql.ts'

/** Applies a snapshot: payment, refunds and postings change together. Returns the payment afterwards. */
export async function takeIn(
  tx: Tx,
  { payment, refunds }: LockedPayment,
  snapshot: PaymentSnapshot,
  { trust, source, at }: { trust: Trust; source: string; at: Date },
): Promise<{ payment: Payment; isDoubtful: boolean }> {
  const applied = applySnapshot(payment, refunds, snapshot, trust)
  if (applied.kind !== 'applied') return { payment, isDoubtful: applied.kind === 'doubtful' }
  await writeChange(tx, { ...applied, source, at })
  return { payment: { ...applied.payment, updatedAt: at }, isDoubtful: false }
}

/** If a payment changes during this many readings, our own record is used. */
const readings = 3

/**
 * Reads the payment from the processor and applies the answer. An answer with an earlier state is trusted only if
 * nothing else changed the payment in the meantime; otherwise the payment is read again. Returns the answer, and the
 * payment as stored afterwards.
 */
export async function refreshPayment(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'processors'>,
  known: Payment,
  source: string,
): Promise<Outcome<{ payment: Payment; snapshot: PaymentSnapshot }>> {
  const { accountId, processorPaymentId } = known
  const processor = processorNamed(deps, known.processor)
  let { version } = known
  for (let i = 1; ; i++) {
    const reading = await processor.readPayment(accountId, processorPaymentId)
    if (reading.kind !== 'done') return reading
    const snapshot = reading.value
    const { payment, isDoubtful } = await deps.db.begin(async tx => {
      const locked = await lockWithRefunds(tx, known)
      const trust = locked.payment.version === version ? 'reading' : 'report'
      return await takeIn(tx, locked, snapshot, { trust, source, at: deps.clock.now() })
    })
    if (!isDoubtful || i === readings) return { kind: 'done', value: { payment, snapshot } }
    version = payment.version
  }
}
