import type { Db } from '../../src/db/db.ts'

/** As if nobody had worked on what is open for an hour: the recovery job may take it. */
export async function endLeases(db: Db): Promise<void> {
  await db`
    update operations set lease_until = now() - interval '1 hour', recover_at = recover_at - interval '1 hour'
    where state = 'started' and lease_until <= now()`
}
