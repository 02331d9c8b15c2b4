import type { Db, Tx } from '../../../db/db.ts'
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

/**
 * A look takes the next rows in the order of an index. While PostgreSQL knows little of a table, it expects few rows, and
 * would rather fetch all of a merchant's and sort them.
 */
export async function keepIndexOrder(tx: Tx): Promise<void> {
  await tx`set local enable_sort = off`
}
