import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { MerchantId } from '../ids.ts'
import { writeChange } from '../payments/change.sql.ts'
import { lockWithRefunds } from '../payments/locked-payment.ts'
import { disputesOf } from '../payments/payments.sql.ts'
import type { DisputeSnapshot } from '../processors/port.ts'
import { applyDisputeReading } from './apply-report.ts'

/** Applies a dispute as it was just read. */
export async function takeInDispute(
  { db, clock }: { db: Db; clock: Clock },
  { merchantId, paymentId }: { merchantId: MerchantId; paymentId: string },
  reading: DisputeSnapshot,
  source: string,
): Promise<void> {
  await db.begin(async tx => {
    const locked = await lockWithRefunds(tx, merchantId, paymentId)
    const disputes = await disputesOf(tx, merchantId, [paymentId])
    const effect = applyDisputeReading({ ...locked, disputes }, reading, 'reading')
    if (effect.kind === 'applied') await writeChange(tx, { ...effect.change, source, at: clock.now() })
  })
}
