import { gunzipSync, gzipSync } from 'node:zlib'
import { isSealed, type KeyRing, seal, unsealBytes } from '../crypto.ts'
import type { Db } from '../db/db.ts'
import { schemaVersion } from '../db/migrate.ts'
import { readSettings, type SettingsTable, settingsTables } from './settings.sql.ts'

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

export function openExport(keys: KeyRing, sealed: Buffer): Exported {
  if (!isSealed(sealed)) throw new UnusableExport('The file is not an export of settings.')
  let content: Buffer
  try {
    content = unsealBytes(keys, owner, sealed)
  } catch {
    throw new UnusableExport('The file is damaged or was sealed with another encryption key.')
  }
  return JSON.parse(gunzipSync(content).toString())
}
