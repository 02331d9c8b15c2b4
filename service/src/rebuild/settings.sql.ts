import type { Db, Tx } from '../db/db.ts'

/** What the processor cannot give back, by table: its key, and whether what is imported replaces what is here. */
const tables = {
  merchants: { key: 'merchant_id', replaces: true },
  api_keys: { key: 'key_id', replaces: true },
  callback_secrets: { key: 'merchant_id, secret_id', replaces: true },
  operators: { key: 'operator_id', replaces: true },
  // what an account can do is for the processor to say
  processor_accounts: { key: 'merchant_id, processor', replaces: false },
} as const

export type SettingsTable = keyof typeof tables
export const settingsTables = Object.keys(tables) as SettingsTable[]

/** Each row as JSON. Secrets in it are sealed or digests, as in the table. */
export async function readSettings(db: Db, table: SettingsTable): Promise<string[]> {
  const rows = await db<{ row: string }[]>`select to_jsonb(t)::text as row from ${db(table)} t`
  return rows.map(({ row }) => row)
}

/** How many rows were added or replaced. */
export async function writeSettings(tx: Tx, table: SettingsTable, rows: string[]): Promise<number> {
  const { key, replaces } = tables[table]
  const columns = await tx<{ name: string }[]>`
    select attname::text as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`
  const sets = columns.map(({ name }) => `"${name}" = excluded."${name}"`).join(', ')
  // known here from now on, so that events which came before are looked for among those of nobody
  const anew = table === 'processor_accounts' ? tx`jsonb_build_object('created_at', now())` : tx`'{}'::jsonb`
  let written = 0
  for (const row of rows) {
    const result = await tx`
      insert into ${tx(table)} select (jsonb_populate_record(null::${tx(table)}, ${row}::text::jsonb || ${anew})).*
      on conflict (${tx.unsafe(key)}) do ${replaces ? tx`update set ${tx.unsafe(sets)}` : tx`nothing`}`
    written += result.count
  }
  return written
}

export async function schemaVersion(db: Db): Promise<number> {
  const [row] = await db<{ version: number }[]>`select max(version)::int as version from schema_version`
  return row?.version ?? 0
}
