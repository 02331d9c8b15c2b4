import { type KeyRing, opens } from '../crypto.ts'
import type { Db, Tx } from '../db/db.ts'
import { schemaVersion } from '../db/migrate.ts'
import { grouped } from '../grouped.ts'
import { markIncompleteOf } from '../history/history.sql.ts'
import type { MerchantId } from '../ids.ts'
import { lockMerchant } from '../merchants/merchants.sql.ts'
import { type Actor, recordAction } from '../operators/audit-log.sql.ts'
import {
  addRow,
  adoptProcessor,
  endRow,
  findCurrentSecret,
  findRow,
  isDoneSince,
  keptIn,
  type Row,
  type SettingsTable,
  settingsTables,
} from './settings.sql.ts'
import { openExport, UnusableExport } from './settings.ts'

export interface Subject {
  kind: string
  id: string
  merchantId: string | null
}

export interface ImportedSettings {
  /** By table. */
  added: Record<string, number>
  /** Rows that were here. */
  changed: (Subject & { change: string })[]
  /** Where the file and this database disagree. This database wins. */
  left: (Subject & { reason: string })[]
}

interface Import {
  tx: Tx
  keys: KeyRing
  now: Date
  /** False if the row, or one that excludes it, is here already. */
  add(table: SettingsTable, row: Row): Promise<boolean>
  change(table: SettingsTable, row: Row, change: string): Promise<void>
  leave(table: SettingsTable, row: Row, reason: string): void
}

/**
 * Adds what is missing, and changes existing rows only by ending them: whatever the file or this database calls revoked,
 * removed, suspended, disabled or replaced stays so. No merchant moves to another processor.
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
    const audit = async (subject: Subject, change: string) => {
      const { id: target, merchantId, kind } = subject
      const entry = { action: 'settings.import', target, merchantId: merchantId as MerchantId | null }
      await recordAction(tx, now, actor, { ...entry, detail: { kind, change } })
    }
    const run: Import = {
      tx,
      keys,
      now,
      async add(table, row) {
        if (!(await addRow(tx, table, { ...row, ...keptIn(table).asNew?.(now) }))) return false
        imported.added[table] = (imported.added[table] ?? 0) + 1
        await audit(subjectOf(table, row), 'added')
        // its payments are brought back by the job
        if (table === 'merchants')
          await markIncompleteOf(tx, `${row.merchant_id}`, new Date(`${row.created_at}`))
        return true
      },
      async change(table, row, change) {
        imported.changed.push({ ...subjectOf(table, row), change })
        await audit(subjectOf(table, row), change)
      },
      leave: (table, row, reason) => void imported.left.push({ ...subjectOf(table, row), reason }),
    }
    for (const table of settingsTables) {
      imported.added[table] = 0
      const rows = (tables[table] ?? []).map((row): Row => JSON.parse(row))
      if (table !== 'callback_secrets') for (const row of rows) await importRow(run, table, row)
      else {
        const byMerchant = grouped(rows, row => `${row.merchant_id}`)
        for (const [merchantId, secrets] of byMerchant) await importSecrets(run, merchantId, secrets)
      }
    }
    return imported
  })
}

function subjectOf(table: SettingsTable, row: Row): Subject {
  const [kind, id] = keptIn(table).called
  return { kind, id: `${row[id]}`, merchantId: row.merchant_id === undefined ? null : `${row.merchant_id}` }
}

async function importRow(run: Import, table: SettingsTable, row: Row): Promise<void> {
  const { tx } = run
  if (await run.add(table, row)) return
  const here = await findRow(tx, table, row)
  if (!here) return run.leave(table, row, 'another row here has it, so it was not added')
  await importEnds(run, table, row, here)
  const { merchant_id, processor } = row
  if (table === 'merchants' && processor && (await adoptProcessor(tx, `${merchant_id}`, `${processor}`))) {
    await run.change(table, row, `at ${processor}`)
    here.processor = processor
  }
  const shown = (value: Row[string] | undefined) => value ?? 'not set'
  for (const name of keptIn(table).settings) {
    if (here[name] === row[name]) continue
    const field = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    run.leave(table, row, `${field} is ${shown(here[name])} here and ${shown(row[name])} in the file`)
  }
}

async function importEnds({ tx, ...run }: Import, table: SettingsTable, row: Row, here: Row): Promise<void> {
  const { ends, undo } = keptIn(table)
  for (const [column, word] of Object.entries(ends)) {
    const at = row[column]
    if (at === null || at === undefined) {
      if (here[column]) run.leave(table, row, `already ${word} in this database`)
    } else if (undo && !here[column] && (await isDoneSince(tx, undo.action, `${row.merchant_id}`, at))) {
      run.leave(table, row, `${undo.word} later in this database`)
    } else if (await endRow(tx, table, row, column, at)) {
      await run.change(table, row, word)
    }
  }
}

/** A merchant has one secret that does not expire, the newest. Older ones come from the same place: file or database. */
async function importSecrets(run: Import, merchantId: string, secrets: Row[]): Promise<void> {
  const table = 'callback_secrets'
  const { tx, keys, now } = run
  await lockMerchant(tx, merchantId)
  const missing: Row[] = []
  for (const row of secrets) {
    const here = await findRow(tx, table, row)
    if (here) await importEnds(run, table, row, here)
    else if (row.expires_at === null || new Date(`${row.expires_at}`) > now) missing.push(row)
  }
  const newest = missing.find(({ expires_at }) => expires_at === null)
  const current = await findCurrentSecret(tx, merchantId)
  if (current !== null) {
    if (!newest) return
    if (`${newest.secret_id}` < current)
      return run.leave(table, newest, 'rotated later in this database, so it was not added')
    // it had expired before the export, which therefore lacks it
    const replaced = { merchant_id: merchantId, secret_id: current }
    if (await endRow(tx, table, replaced, 'expires_at', now)) await run.change(table, replaced, 'replaced')
  }
  for (const row of missing) {
    const isReadable = opens(keys, merchantId, Buffer.from(`${row.sealed}`.slice(2), 'hex'))
    if (isReadable) await run.add(table, row)
    else run.leave(table, row, 'none of the keys here decrypts it, so it was not added')
  }
}
