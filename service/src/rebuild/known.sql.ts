import type { Db } from '../db/db.ts'
import type { Owner } from '../reconcile/books.sql.ts'

export async function knownIds(
  db: Db,
  table: 'refunds' | 'disputes',
  { merchantId }: Owner,
  ids: string[],
): Promise<Set<string>> {
  const id = db(table === 'refunds' ? 'processor_refund_id' : 'processor_dispute_id')
  const rows = await db<{ id: string }[]>`
    select ${id} as id from ${db(table)} where merchant_id = ${merchantId} and ${id} = any(${ids})`
  return new Set(rows.map(row => row.id))
}

/**
 * When the last payment before a time was made, leaving out restored ones; null if there is none. Everything that the
 * account had by then is known here.
 */
export async function lastMadeBefore(db: Db, owner: Owner, time: Date): Promise<Date | null> {
  const { merchantId, processor } = owner
  const [last] = await db<{ createdAt: Date }[]>`
    select created_at from payments
    where merchant_id = ${merchantId} and processor = ${processor} and created_at < ${time} and restored_at is null
    order by created_at desc limit 1`
  return last?.createdAt ?? null
}
