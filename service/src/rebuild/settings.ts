import { gunzipSync, gzipSync } from 'node:zlib'
import { isSealed, type KeyRing, opens, seal, unsealBytes } from '../crypto.ts'
import type { Db, Tx } from '../db/db.ts'
import { schemaVersion } from '../db/migrate.ts'
import { markIncompleteOf } from '../history/history.sql.ts'
import type { MerchantId } from '../ids.ts'
import { fixProcessor } from '../merchants/accounts.sql.ts'
import { lockMerchant } from '../merchants/merchants.sql.ts'
import { type Actor, recordAction } from '../operators/audit-log.sql.ts'
import {
  addRow,
  endRow,
  findCurrentSecret,
  findRow,
  isDoneSince,
  keptIn,
  type Row,
  readSettings,
  type SettingsTable,
  settingsTables,
} from './settings.sql.ts'

const owner = 'settings export'

interface Exported {
  schema: number
  tables: Partial<Record<SettingsTable, string[]>>
}

/** Merchants with their keys, callbacks and fees, and operators: sealed with the encryption key. */
export async function exportSettings(db: Db, keys: KeyRing) {
  const exported: Exported = { schema: await schemaVersion(db), tables: {} }
  for (const table of settingsTables) exported.tables[table] = await readSettings(db, table)
  const counts = Object.fromEntries(settingsTables.map(table => [table, exported.tables[table]?.length ?? 0]))
  return { sealed: seal(keys, owner, gzipSync(JSON.stringify(exported))), counts }
}

/** A file that cannot be imported here; the message says why. */
export class UnusableExport extends Error {
  override readonly name = 'UnusableExport'
}

function openExport(keys: KeyRing, sealed: Buffer): Exported {
  if (!isSealed(sealed)) throw new UnusableExport('The file is not a settings export.')
  if (!opens(keys, owner, sealed)) {
    throw new UnusableExport('The file is damaged or was sealed with another encryption key.')
  }
  return JSON.parse(gunzipSync(unsealBytes(keys, owner, sealed)).toString())
}

export interface Subject {
  kind: string
  id: string
  merchantId: MerchantId | null
}

export interface ImportedSettings {
  /** By table. */
  added: Record<string, number>
  /** Rows that were here already. */
  changed: (Subject & { change: string })[]
  /** Differences between the file and this database. The database wins. */
  left: (Subject & { reason: string })[]
}

/** A row of the file to import. */
interface Entry {
  tx: Tx
  keys: KeyRing
  actor: Actor
  now: Date
  imported: ImportedSettings
  table: SettingsTable
  row: Row
}

/**
 * Adds missing rows, and changes existing rows only by ending them: rows that are revoked, removed, suspended, disabled
 * or replaced in the file or in this database remain so. No merchant moves to another processor.
 */
export async function importSettings(
  db: Db,
  keys: KeyRing,
  actor: Actor,
  sealed: Buffer,
): Promise<ImportedSettings> {
  const { schema, tables } = openExport(keys, sealed)
  const here = await schemaVersion(db)
  if (schema !== here) {
    throw new UnusableExport(
      `The settings were exported from schema version ${schema}; this database has ${here}.`,
    )
  }
  return await db.begin(async tx => {
    const imported: ImportedSettings = { added: {}, changed: [], left: [] }
    const now = new Date()
    for (const table of settingsTables) {
      imported.added[table] = 0
      const rows = (tables[table] ?? []).map((row): Row => JSON.parse(row))
      const importOne = table === 'callback_secrets' ? importSecret : importRow
      for (const row of rows.sort(oldestFirst))
        await importOne({ tx, keys, actor, now, imported, table, row })
    }
    return imported
  })
}

/** For secrets: their ids grow with time. */
const oldestFirst = (a: Row, b: Row) => (`${a.secret_id}` < `${b.secret_id}` ? -1 : 1)

function subjectOf({ table, row }: Entry): Subject {
  const [kind, id] = keptIn[table].called
  return { kind, id: `${row[id]}`, merchantId: (row.merchant_id ?? null) as MerchantId | null }
}

async function audit(entry: Entry, change: string): Promise<void> {
  const { kind, id: target, merchantId } = subjectOf(entry)
  const done = { action: 'settings.import', target, merchantId, detail: { kind, change } }
  await recordAction(entry.tx, entry.now, entry.actor, done)
}

async function noteChange(entry: Entry, change: string): Promise<void> {
  entry.imported.changed.push({ ...subjectOf(entry), change })
  await audit(entry, change)
}

const leave = (entry: Entry, reason: string) => void entry.imported.left.push({ ...subjectOf(entry), reason })

/** False if the row, or one that excludes it, is here already. */
async function add(entry: Entry): Promise<boolean> {
  const { tx, now, imported, table, row } = entry
  if (!(await addRow(tx, table, { ...row, ...keptIn[table].asNew?.(now) }))) return false
  imported.added[table] = (imported.added[table] ?? 0) + 1
  await audit(entry, 'added')
  // the job restores its payments
  if (table === 'merchants') await markIncompleteOf(tx, `${row.merchant_id}`, new Date(`${row.created_at}`))
  return true
}

async function importRow(entry: Entry): Promise<void> {
  const { tx, table, row } = entry
  if (await add(entry)) return
  const here = await findRow(tx, table, row)
  if (!here) return leave(entry, 'another row in this database already uses it, so it was not added')
  await importEnds(entry, here)
  const { merchant_id, processor } = row
  if (table === 'merchants' && processor && (await fixProcessor(tx, `${merchant_id}`, `${processor}`))) {
    await noteChange(entry, `at ${processor}`)
    here.processor = processor
  }
  const shown = (value: Row[string] | undefined) => value ?? 'not set'
  for (const name of keptIn[table].settings) {
    if (here[name] === row[name]) continue
    const field = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    leave(entry, `${field} is ${shown(here[name])} here and ${shown(row[name])} in the file`)
  }
}

async function importEnds(entry: Entry, here: Row): Promise<void> {
  const { tx, table, row } = entry
  const { ends, undo } = keptIn[table]
  for (const [column, word] of Object.entries(ends)) {
    const at = row[column]
    if (at === null || at === undefined) {
      if (here[column]) leave(entry, `already ${word} in this database`)
    } else if (undo && !here[column] && (await isDoneSince(tx, undo.action, `${row.merchant_id}`, at))) {
      leave(entry, `${undo.word} later in this database`)
    } else if (await endRow(tx, table, row, column, at)) {
      await noteChange(entry, word)
    }
  }
}

/** A merchant has one secret that does not expire, the newest. */
async function importSecret(entry: Entry): Promise<void> {
  const { tx, keys, now, table, row } = entry
  const merchantId = `${row.merchant_id}`
  await lockMerchant(tx, merchantId)
  const here = await findRow(tx, table, row)
  if (here) return await importEnds(entry, here)
  if (row.expires_at !== null && new Date(`${row.expires_at}`) <= now) return
  if (!opens(keys, merchantId, Buffer.from(`${row.sealed}`.slice(2), 'hex')))
    return leave(entry, 'none of the keys here decrypts it, so it was not added')
  const current = await findCurrentSecret(tx, merchantId)
  if (current !== null && `${row.secret_id}` < current)
    return leave(entry, 'rotated later in this database, so it was not added')
  if (current !== null && row.expires_at === null) {
    // it had expired before the export, which therefore lacks it
    const replaced = { merchant_id: merchantId, secret_id: current }
    await endRow(tx, table, replaced, 'expires_at', now)
    await noteChange({ ...entry, row: replaced }, 'replaced')
  }
  await add(entry)
}
