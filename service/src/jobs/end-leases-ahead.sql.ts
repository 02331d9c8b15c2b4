import type { Db } from '../db/db.ts'
import { type Claims, claimAcross, ofMerchant } from '../db/per-merchant.ts'

const atOnce = 1000

/** Operations that are leased for longer than any lease lasts. Whoever comes next may go on with them. */
export async function endOperationLeasesAhead(db: Db, longest: string): Promise<Claims<object>> {
  const isAhead = db`state = 'started' and lease_until > now() + ${longest}::interval`
  return await claimAcross(
    db,
    atOnce,
    most => db`select merchant_id from operations where ${isAhead} limit ${most}`,
    (tx, _most, merchantId) => tx<object[]>`
      update operations set lease_until = now() where ${isAhead} ${ofMerchant(db, 'merchant_id', merchantId)}
      returning merchant_id`,
  )
}

/** The same for callbacks: they are attempted again. */
export async function endDeliveryClaimsAhead(db: Db, longest: string): Promise<Claims<object>> {
  const isAhead = db`claim_id is not null and due_at > now() + ${longest}::interval`
  return await claimAcross(
    db,
    atOnce,
    most => db`select merchant_id from delivery_queue where ${isAhead} limit ${most}`,
    (tx, _most, merchantId) => tx<object[]>`
      update delivery_queue set due_at = now(), claim_id = null
      where ${isAhead} ${ofMerchant(db, 'merchant_id', merchantId)}
      returning merchant_id`,
  )
}
