import type { Db } from '../db/db.ts'

/**
 * Differs once anything has changed that a key's identity is made of, and after a failover or a restore. Changes need not
 * become visible in the order of their numbers, hence the sum; old ones are deleted.
 */
export async function readIdentityGeneration(db: Db): Promise<string> {
  const [row] = await db<{ generation: string }[]>`
    select concat_ws(' ', pg_postmaster_start_time(), count(*), sum(change_id)) as generation from identity_changes`
  return row?.generation ?? ''
}
