import { type Db, listed, type Tx } from '../db/db.ts'

/** Keyed by column. */
export type Row = Record<string, string | number | null>

interface Kept {
  called: readonly [kind: string, idColumn: string]
  /** The primary key. */
  key: readonly string[]
  /** Columns that record when something ended, each with a word for it. An end in the file or here is never undone. */
  ends: Readonly<Record<string, string>>
  /** The audited action that undoes such an end, and the word for it. */
  undo?: { action: string; word: string }
  /** Settings that an import leaves as they are here. */
  settings: readonly string[]
  /** The values of a new row, whatever the file contains. */
  asNew?(now: Date): Row
}

export type SettingsTable = 'merchants' | 'api_keys' | 'callback_secrets' | 'operators' | 'processor_accounts'

/** The settings that the processor cannot restore, by table. */
export const keptIn: Readonly<Record<SettingsTable, Kept>> = {
  merchants: {
    called: ['merchant', 'merchant_id'],
    key: ['merchant_id'],
    ends: { suspended_at: 'suspended' },
    undo: { action: 'merchant.resume', word: 'resumed' },
    settings: ['name', 'fee_bps', 'fee_fixed_cents', 'callback_url', 'processor'],
    // a pending move is dropped, so that an operator decides again
    asNew: () => ({ next_processor: null }),
  },
  api_keys: {
    called: ['API key', 'key_id'],
    key: ['key_id'],
    ends: { revoked_at: 'revoked', expires_at: 'replaced' },
    settings: ['label'],
  },
  callback_secrets: {
    called: ['signing secret', 'secret_id'],
    key: ['merchant_id', 'secret_id'],
    ends: { expires_at: 'replaced' },
    settings: [],
  },
  operators: {
    called: ['operator', 'operator_id'],
    key: ['operator_id'],
    ends: { removed_at: 'removed' },
    settings: ['name', 'role'],
  },
  processor_accounts: {
    called: ['account', 'account_id'],
    key: ['merchant_id', 'processor'],
    ends: { disabled_at: 'disabled' },
    undo: { action: 'merchant.account-enable', word: 'enabled' },
    settings: ['account_id'],
    // dated now, so that its earlier events are looked for among the unclaimed ones
    asNew: now => ({ created_at: now.toISOString(), compared_until: null }),
  },
}

export const settingsTables = Object.keys(keptIn) as SettingsTable[]

/** Each row as JSON. Secrets in it are sealed or digests, as in the table. */
export async function readSettings(db: Db, table: SettingsTable): Promise<string[]> {
  const rows = await db<{ row: string }[]>`select to_jsonb(t)::text as row from ${db(table)} t`
  return rows.map(({ row }) => row)
}

export async function addRow(tx: Tx, table: SettingsTable, row: Row): Promise<boolean> {
  // a cluster also counts rows that were here already
  const added = await tx`
    insert into ${tx(table)}
    select (jsonb_populate_record(null::${tx(table)}, ${JSON.stringify(row)}::text::jsonb)).*
    on conflict do nothing returning 1`
  return added.length > 0
}

export async function findRow(tx: Tx, table: SettingsTable, row: Row): Promise<Row | null> {
  const [found] = await tx<{ row: string }[]>`
    select to_jsonb(t)::text as row from ${tx(table)} t where ${isRow(tx, table, row)}`
  return found ? JSON.parse(found.row) : null
}

/** False if it had already ended. */
export async function endRow(
  tx: Tx,
  table: SettingsTable,
  row: Row,
  column: string,
  at: string | number | Date,
): Promise<boolean> {
  const { count } = await tx`
    update ${tx(table)} set ${tx(column)} = ${at}
    where ${isRow(tx, table, row)} and (${tx(column)} is null or ${tx(column)} > ${at})`
  return count > 0
}

function isRow(tx: Tx, table: SettingsTable, row: Row) {
  const sameKey = keptIn[table].key.map(name => tx`${tx(name)} = ${row[name] ?? null}`)
  return listed(tx, sameKey, tx` and `)
}

export async function isDoneSince(
  tx: Tx,
  action: string,
  merchantId: string,
  since: string | number,
): Promise<boolean> {
  const rows = await tx`
    select 1 from audit_log where action = ${action} and merchant_id = ${merchantId} and at > ${since} limit 1`
  return rows.length > 0
}

export async function findCurrentSecret(tx: Tx, merchantId: string): Promise<string | null> {
  const [row] = await tx<{ secretId: string }[]>`
    select secret_id from callback_secrets where merchant_id = ${merchantId} and expires_at is null`
  return row?.secretId ?? null
}
