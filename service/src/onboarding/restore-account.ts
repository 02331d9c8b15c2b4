import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { markIncompleteOf } from '../history/history.sql.ts'
import type { MerchantId } from '../ids.ts'
import { recordAccount } from '../merchants/accounts.sql.ts'
import type { AccountSnapshot } from '../processors/port.ts'

/** Records an account that a restored database has lost. Its payments are missing, too, so a search for them starts. */
export async function restoreAccount(
  { db, clock }: { db: Db; clock: Clock },
  merchantId: MerchantId,
  processor: string,
  account: AccountSnapshot,
  since: Date,
): Promise<void> {
  await db.begin(async tx => {
    await recordAccount(tx, merchantId, processor, account, clock.now())
    await markIncompleteOf(tx, merchantId, since)
  })
}
