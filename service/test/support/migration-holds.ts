import { readdirSync, readFileSync } from 'node:fs'
import type { Sql, TransactionSql } from 'postgres'
import type { Hold, Holds } from '../../src/cli/migration-plan.sql.ts'
import { migrationsDir, statementsOf } from '../../src/db/migrate.ts'

/** Runs every migration, and returns the locks that it takes. */
export async function holdsOfMigrations(sql: Sql): Promise<Holds> {
  const holds: Holds = {}
  const files = readdirSync(migrationsDir).filter(file => file.endsWith('.sql'))
  for (const file of files.sort()) {
    await sql.begin(async tx => {
      const before = await filesOf(tx)
      for (const statement of statementsOf(readFileSync(migrationsDir + file, 'utf8')))
        await tx.unsafe(statement)
      const after = await filesOf(tx)
      const found = await locksOf(tx, [...before.keys()])
      const entries = found.map(({ name, hold }): [string, Hold] => [
        name,
        after.has(name) && before.get(name) !== after.get(name) ? 'rewritten' : hold,
      ])
      if (entries.length > 0) holds[Number.parseInt(file, 10)] = Object.fromEntries(entries)
    })
  }
  return holds
}

/** The file of each table. A rewritten table gets a new one. */
async function filesOf(tx: TransactionSql): Promise<Map<string, string>> {
  const rows = await tx<{ name: string; file: string }[]>`
    select relname as name, relfilenode::text as file from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`
  return new Map(rows.map(({ name, file }) => [name, file]))
}

async function locksOf(tx: TransactionSql, names: string[]): Promise<{ name: string; hold: Hold }[]> {
  return await tx<{ name: string; hold: Hold }[]>`
    select relname as name, case
        when bool_or(mode = 'AccessExclusiveLock') then 'all'
        when bool_or(mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock')) then 'writes'
        else 'rows' end as hold
    from pg_locks l join pg_class c on c.oid = l.relation
    where l.pid = pg_backend_pid() and relname = any(${names}) and c.relkind in ('r', 'p')
      and mode not in ('AccessShareLock', 'RowShareLock', 'ShareUpdateExclusiveLock')
    group by relname order by relname`
}
