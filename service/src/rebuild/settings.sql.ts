import type { Db } from '../db/db.ts'

/** What the processor cannot give back, by table: its key, and what of it replaces what is here. */
const tables = {
  merchants: { key: 'merchant_id', replaces: 'all' },
  api_keys: { key: 'key_id', replaces: 'all' },
  callback_secrets: { key: 'merchant_id, secret_id', replaces: 'all' },
  operators: { key: 'operator_id', replaces: 'all' },
  // what else an account can do is for the processor to say
  processor_accounts: { key: 'merchant_id, processor', replaces: ['disabled_at'] },
} as const

export type SettingsTable = keyof typeof tables
export const settingsTables = Object.keys(tables) as SettingsTable[]

/** Each row as JSON. Secrets in it are sealed or digests, as in the table. */
export async function readSettings(db: Db, table: SettingsTable): Promise<string[]> {
  const rows = await db<{ row: string }[]>`select to_jsonb(t)::text as row from ${db(table)} t`
  return rows.map(({ row }) => row)
}

/** How many rows were added or replaced. */
export async function writeSettings(db: Db, table: SettingsTable, rows: string[]): Promise<number> {
  const { key, replaces } = tables[table]
  const columns = await db<{ name: string }[]>`
    select attname::text as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`
  const replaced = replaces === 'all' ? columns.map(({ name }) => name) : replaces
  const names = (of: string) => `(${replaced.map(name => `${of}"${name}"`).join(', ')})`
  const sets = replaced.map(name => `"${name}" = excluded."${name}"`).join(', ')
  let written = 0
  for (const row of rows) {
    const result = await db`
      insert into ${db(table)} as t select (jsonb_populate_record(null::${db(table)}, ${row}::text::jsonb)).*
      on conflict (${db.unsafe(key)}) do update set ${db.unsafe(sets)}
        where ${db.unsafe(names('t.'))} is distinct from ${db.unsafe(names('excluded.'))}`
    written += result.count
  }
  return written
}

export async function schemaVersion(db: Db): Promise<number> {
  const [row] = await db<{ version: number }[]>`select max(version)::int as version from schema_version`
  return row?.version ?? 0
}
