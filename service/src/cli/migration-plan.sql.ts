import { readFileSync } from 'node:fs'
import type { Queryable } from '../db/db.ts'
import { migrationsDir, pendingAfter, schemaVersion } from '../db/migrate.ts'

/** Who has to wait for a table during a migration: everyone, writers, or writers of the same rows. */
export type Hold = 'rewritten' | 'all' | 'writes' | 'rows'

/** By migration and table, for tables that existed before the migration. */
export type Holds = Record<string, Record<string, Hold>>

/** The tables that pending migrations lock, and how large they are in this database. */
export async function planMigrations(db: Queryable) {
  const holds: Holds = JSON.parse(readFileSync(`${migrationsDir}locks.json`, 'utf8'))
  const sizes = await db<{ name: string; rows: number; bytes: number }[]>`
    select relname as name, greatest(reltuples, 0)::float8 as rows, pg_total_relation_size(oid)::float8 as bytes
    from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`
  const found = await schemaVersion(db)
  return pendingAfter(found).map(({ version, name }) => ({
    version,
    name,
    tables: Object.entries(holds[version] ?? {}).flatMap(([table, hold]) => {
      const size = sizes.find(one => one.name === table)
      return size ? [{ ...size, hold }] : []
    }),
  }))
}
