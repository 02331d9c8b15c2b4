import type { Db, Tx } from '../../../db/db.ts'

/** Data that keeps growing and is rarely read after a year. */
export interface OldDetails {
  kind: 'events' | 'attempts' | 'operations'
  /** The next rows of a merchant in a fixed order, including those to keep, so that each look costs the same. */
  look(
    tx: Tx,
    merchantId: string,
    options: { cutoff: Date; after: string[] | null; limit: number },
  ): Promise<LookedAt[]>
  /** Returns how many rows lost their details. A row that has come into use since the look keeps them. */
  remove(tx: Tx, merchantId: string, cutoff: Date, rows: LookedAt[]): Promise<number>
}

export interface LookedAt {
  /** The row's position in the order, and any other columns needed to find it again. */
  position: string[]
  /** How much would be removed; null if the row stays as it is. */
  bytes: number | null
}

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
