import type { Db } from '../db/db.ts'
import { type Claims, claimAcross, ofMerchant } from '../db/per-merchant.ts'
import { mostRecoveryMs } from '../operations/operation.ts'

const atOnce = 1000

/** Operations that are leased, or left alone, for longer than any ever is. The next who comes may go on with them. */
export async function endOperationLeasesAhead(db: Db, longest: string): Promise<Claims<object>> {
  const isAhead = db`(lease_until > now() + ${longest}::interval
    or recover_at > now() + 2 * ${mostRecoveryMs}::int * interval '1 millisecond')`
  return await claimAcross(
    db,
    atOnce,
    most => db`select merchant_id from open_operations where ${isAhead} limit ${most}`,
    (tx, _most, merchantId) => tx<object[]>`
      update open_operations set lease_until = least(lease_until, now()), recover_at = least(recover_at, now())
      where ${isAhead} ${ofMerchant(db, 'merchant_id', merchantId)}
      returning merchant_id`,
  )
}
