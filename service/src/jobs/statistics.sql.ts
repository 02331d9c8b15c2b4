import type { Db } from '../db/db.ts'

/** Tables that changed more than they had rows when they were last looked at. */
export async function outgrownTables(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select c.relname as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = current_schema() and s.n_mod_since_analyze > greatest(c.reltuples, 500)
      and pg_has_role(c.relowner, 'usage')
    order by c.relname`
  return rows.map(({ name }) => name)
}

export async function analyzeTable(db: Db, name: string): Promise<void> {
  await db`analyze (skip_locked) ${db(name)}`
}
