import type { Db } from '../db/db.ts'
import { type Claims, claimAcross, ofMerchant } from '../db/per-merchant.ts'
import { maxRecoveryMs } from '../operations/operation.ts'

const atOnce = 1000
/** Far longer than any lease. */
const longest = '60 seconds'

/** Ends impossibly long leases and pauses, so that their operations can be resumed. */
export async function endOperationLeasesAhead(db: Db): Promise<Claims<object>> {
  const isAhead = db`(lease_until > now() + ${longest}::interval
    or recover_at > now() + 2 * ${maxRecoveryMs}::int * interval '1 millisecond')`
  return await claimAcross(
    db,
    atOnce,
    most => db`select merchant_id from open_operations where ${isAhead} limit ${most}`,
    (tx, _most, merchantId) => tx<object[]>`
      update open_operations set lease_until = least(lease_until, now()), recover_at = least(recover_at, now())
      where ${isAhead} ${ofMerchant(db, 'merchant_id', merchantId)}
      returning merchant_id`,
  )
}

/** Rows inserted into all tables since the statistics began. Costs a twentieth of looking at each table. */
export async function countInserted(db: Db): Promise<number> {
  const [row] = await db<{ inserted: number }[]>`
    select pg_stat_get_db_tuples_inserted(oid)::float8 as inserted from pg_database where datname = current_database()`
  return row?.inserted ?? 0
}

/**
 * Analyzes each table that has had more changes since its last analysis than it had rows then. The view
 * pg_stat_user_tables has these numbers, too, but takes twice as long because it counts more. A sample of 900 rows
 * distinguishes a large table from an empty one, and keeps PostgreSQL busy for a few milliseconds only.
 */
export async function analyzeOutgrown(db: Db): Promise<void> {
  const tables = await db<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'm', 'p')
      and pg_stat_get_mod_since_analyze(c.oid) > greatest(c.reltuples, 500)
      and pg_has_role(c.relowner, 'usage')
    order by c.relname`
  for (const { name } of tables) {
    await db.begin(async tx => {
      await tx`set local default_statistics_target = 3`
      await tx`analyze (skip_locked) ${tx(name)}`
    })
  }
}
