import type { MerchantId } from '../ids.ts'
import { writeChange } from '../payments/change.sql.ts'
import type { PaymentDeps } from '../payments/deps.ts'
import { disputesOf } from '../payments/disputes.sql.ts'
import { findPayment, lockWithRefunds } from '../payments/payments.sql.ts'
import { existing } from '../problems.ts'
import { answered, isMissing } from '../processors/outcomes.ts'
import type { Processor } from '../processors/port.ts'
import { applyDisputeReading } from './apply-report.ts'

/** The maximum number of times to read a dispute whose payment keeps changing. */
const readings = 3

/** Reads a dispute and applies it. If the payment has changed in the meantime, reads the dispute again. */
export async function takeInDispute(
  { db, clock }: Pick<PaymentDeps, 'db' | 'clock'>,
  processor: Processor,
  about: { merchantId: MerchantId; paymentId: string; processorDisputeId: string },
  source: string,
): Promise<void> {
  for (let i = 0; i < readings; i++) {
    const { accountId, version } = existing(await findPayment(db, about), 'payment')
    const reading = await processor.readDispute(accountId, about.processorDisputeId)
    if (isMissing(reading)) return
    const dispute = answered(reading)
    const isApplied = await db.begin(async tx => {
      const locked = await lockWithRefunds(tx, about)
      if (locked.payment.version !== version) return false
      const disputes = await disputesOf(tx, [about])
      const effect = applyDisputeReading({ ...locked, disputes }, dispute, 'reading')
      if (effect.kind === 'applied') await writeChange(tx, { ...effect, source, at: clock.now() })
      return true
    })
    if (isApplied) return
  }
}
