import type { Db, Tx } from '../db/db.ts'

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
export async function writeSettings(tx: Tx, table: SettingsTable, rows: string[]): Promise<number> {
  const { key, replaces } = tables[table]
  const columns = await tx<{ name: string }[]>`
    select attname::text as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`
  const replaced = replaces === 'all' ? columns.map(({ name }) => name) : replaces
  const names = (of: string) => `(${replaced.map(name => `${of}"${name}"`).join(', ')})`
  const sets = replaced.map(name => `"${name}" = excluded."${name}"`).join(', ')
  // known here from now on, so that earlier events are looked for among the unclaimed ones
  const anew = table === 'processor_accounts' ? tx`jsonb_build_object('created_at', now())` : tx`'{}'::jsonb`
  let written = 0
  for (const row of rows) {
    const result = await tx`
      insert into ${tx(table)} as t
      select (jsonb_populate_record(null::${tx(table)}, ${row}::text::jsonb || ${anew})).*
      on conflict (${tx.unsafe(key)}) do update set ${tx.unsafe(sets)}
        where ${tx.unsafe(names('t.'))} is distinct from ${tx.unsafe(names('excluded.'))}`
    written += result.count
  }
  return written
}
