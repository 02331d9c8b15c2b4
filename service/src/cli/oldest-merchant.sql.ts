import type { Db } from '../db/db.ts'
import type { MerchantId } from '../ids.ts'

/** Under `svcpay up`, the demo merchant: ids grow with time. */
export async function findOldestMerchant(db: Db): Promise<{ merchantId: MerchantId } | null> {
  const [row] = await db<{ merchantId: MerchantId }[]>`
    select merchant_id from merchants order by merchant_id limit 1`
  return row ?? null
}
