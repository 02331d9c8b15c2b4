import type { Db, Tx } from '../../../db/db.ts'
import { unclaimedMerchantId } from '../../../ids.ts'

/** Every merchant, and the placeholder that owns events of unknown accounts. */
export async function listOwners(db: Db): Promise<string[]> {
  const rows = await db<{ merchantId: string }[]>`select merchant_id from merchants order by merchant_id`
  return [unclaimedMerchantId, ...rows.map(({ merchantId }) => merchantId)]
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
