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
