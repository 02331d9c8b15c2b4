import type { Db } from '../db/db.ts'

/**
 * Changes whenever any part of a key's identity changes, and after a failover or a restore. Changes may become visible
 * out of order, hence the sum; old ones are deleted.
 */
export async function readIdentityGeneration(db: Db): Promise<string> {
  const [row] = await db<{ generation: string }[]>`
    select concat_ws(' ', pg_postmaster_start_time(), count(*), sum(change_id)) as generation from identity_changes`
  return row?.generation ?? ''
}
