import type { Db } from '../db/db.ts'
import { claimAcross, ofMerchant } from '../db/per-merchant.ts'

const atOnce = 1000

/** Operations that are leased for longer than any lease lasts. Whoever comes next may go on with them. */
export async function endOperationLeasesAhead(db: Db, longest: string): Promise<number> {
  const isAhead = db`state = 'started' and lease_until > now() + ${longest}::interval`
  const ended = await claimAcross(
    db,
    atOnce,
    most => db`select merchant_id from operations where ${isAhead} limit ${most}`,
    (_most, merchantId) => db<object[]>`
      update operations set lease_until = now() where ${isAhead} ${ofMerchant(db, 'merchant_id', merchantId)}
      returning merchant_id`,
  )
  return ended.length
}

/** The same for callbacks: they are attempted again. */
export async function endDeliveryClaimsAhead(db: Db, longest: string): Promise<number> {
  const isAhead = db`claim_id is not null and due_at > now() + ${longest}::interval`
  const ended = await claimAcross(
    db,
    atOnce,
    most => db`select merchant_id from delivery_queue where ${isAhead} limit ${most}`,
    (_most, merchantId) => db<object[]>`
      update delivery_queue set due_at = now(), claim_id = null
      where ${isAhead} ${ofMerchant(db, 'merchant_id', merchantId)}
      returning merchant_id`,
  )
  return ended.length
}
