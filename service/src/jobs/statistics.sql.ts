import type { Db } from '../db/db.ts'

/**
 * Tables that changed more than they had rows when they were last looked at. The view pg_stat_user_tables says so too, and
 * takes twice as long, for all that it counts.
 */
export async function outgrownTables(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'm', 'p')
      and pg_stat_get_mod_since_analyze(c.oid) > greatest(c.reltuples, 500)
      and pg_has_role(c.relowner, 'usage')
    order by c.relname`
  return rows.map(({ name }) => name)
}

export async function analyzeTable(db: Db, name: string): Promise<void> {
  await db`analyze (skip_locked) ${db(name)}`
}
