import type { Db } from '../../db/db.ts'
import type { MerchantId } from '../../ids.ts'

/** The one that test payments are for by default: the oldest, which is the demo merchant where there is one. */
export async function findTestMerchant(db: Db, processor: string): Promise<MerchantId | null> {
  const [row] = await db<{ merchantId: MerchantId }[]>`
    select merchant_id from processor_accounts
    where processor = ${processor}
    order by created_at, merchant_id limit 1`
  return row?.merchantId ?? null
}
