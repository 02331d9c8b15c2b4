import type { Db } from '../../../db/db.ts'
import { nobody } from '../../../inbox/nobody.ts'

/** All who may have something to move; events of accounts that we do not know are nobody's. */
export async function listOwners(db: Db): Promise<string[]> {
  const rows = await db<{ merchantId: string }[]>`select merchant_id from merchants order by merchant_id`
  return [nobody, ...rows.map(({ merchantId }) => merchantId)]
}

/** By the database's clock. */
export async function timeDaysAgo(db: Db, days: number): Promise<Date> {
  const [row] = await db<{ at: Date }[]>`select now() - make_interval(days => ${days}) as at`
  if (!row) throw new Error('the database has no time')
  return row.at
}
