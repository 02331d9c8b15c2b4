import { type Db, recordset } from '../db/db.ts'
import { inBatches } from '../db/in-batches.ts'
import type { MerchantId } from '../ids.ts'

/** Null if no merchant has the account. */
export const findAccountOwner = inBatches(ownersOf, { touches: () => [] })

async function ownersOf(
  db: Db,
  asked: { processor: string; accountId: string }[],
): Promise<(MerchantId | null)[]> {
  const rows = asked.map((key, item) => ({ ...key, item }))
  const given = recordset(db, rows, db`item int, processor text, "accountId" text`)
  const found = await db<{ item: number; merchantId: MerchantId }[]>`
    select g.item, a.merchant_id from ${given} as g
      join processor_accounts a on a.processor = g.processor and a.account_id = g."accountId"`
  const owners = new Map(found.map(({ item, merchantId }) => [item, merchantId]))
  return asked.map((_, item) => owners.get(item) ?? null)
}
