import type { Db, Tx } from '../../../db/db.ts'

/** By the database's clock. */
export async function timeDaysAgo(db: Db, days: number): Promise<Date> {
  const [row] = await db<{ at: Date }[]>`select now() - make_interval(days => ${days}) as at`
  if (!row) throw new Error('the database did not return the time')
  return row.at
}

/**
 * A look reads the next rows in index order. Without statistics, PostgreSQL expects few rows, and would fetch and sort
 * all rows of the merchant instead.
 */
export async function keepIndexOrder(tx: Tx): Promise<void> {
  await tx`set local enable_sort = off`
}
