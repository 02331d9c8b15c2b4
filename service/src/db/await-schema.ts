import { setTimeout as pause } from 'node:timers/promises'
import { OutOfPatience, within } from '../patience.ts'
import type { Db } from './db.ts'
import { knownSchema, learnOldestRelease, schemaTooNew, schemaVersion, servesThisRelease } from './migrate.ts'
import { learnPlacement } from './per-merchant.ts'
import { refuseUnpreparedPooler } from './pooler.ts'
import { refuseOldServer } from './server-version.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

/** Null if this release can use the database, or else the reason why not. Throws faults that waiting cannot fix. */
export async function whyNotUsable(db: Db): Promise<string | null> {
  await refuseUnpreparedPooler(db)
  const version = await schemaVersion(db)
  if (version < knownSchema) return 'The database lacks migrations: run svcpay migrate.'
  if (!(await servesThisRelease(db, version))) throw schemaTooNew(version)
  const [mode] = await db<{ isStandby: boolean; isReadOnly: boolean }[]>`
    select pg_is_in_recovery() as is_standby, current_setting('transaction_read_only')::bool as is_read_only`
  if (!mode?.isStandby && !mode?.isReadOnly) return null
  // a connection stays read-only after a failover, or after the database accepts writes again
  db.drop?.()
  return mode.isStandby ? 'The database is a standby and cannot be written to.' : 'The database is read-only.'
}

const patienceMs = 5000

/** Null if work can start, or else the reason to wait. */
export async function whyNotReady(db: Db): Promise<string | null> {
  return await within(patienceMs, look(db)).catch(error => {
    if (!(error instanceof OutOfPatience) && !isDatabaseUnavailable(error)) throw error
    return 'The database cannot be reached yet.'
  })
}

async function look(db: Db): Promise<string | null> {
  const fault = await whyNotUsable(db)
  await refuseOldServer(db)
  if (fault !== null) return fault
  await learnPlacement(db)
  await learnOldestRelease(db)
  return null
}

const askEveryMs = 500

/**
 * Starts the work once the schema exists. Until then there is nothing to do, and nothing worth a log line. `refused`
 * rejects if the database is reachable but unusable, because waiting does not change that.
 */
export function startWhenMigrated(db: Db, start: () => Promise<void>) {
  const stopped = new AbortController()
  const { signal } = stopped
  const wait = async () => {
    while (!signal.aborted) {
      await pause(askEveryMs, null, { signal }).catch(() => {})
      const missing = await whyNotReady(db).catch(() => 'The database cannot be used.')
      if (missing !== null || signal.aborted) continue
      try {
        return await start()
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error
      }
    }
  }
  const ended = wait()
  const refused = ended.then(() => new Promise<never>(() => {}))
  refused.catch(() => {})
  return {
    refused,
    async stop() {
      stopped.abort()
      await ended.catch(() => {})
    },
  }
}
