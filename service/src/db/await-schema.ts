import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from './db.ts'
import { knownSchema, SchemaTooNew, schemaVersion } from './migrate.ts'
import { learnPlacement } from './per-merchant.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

/** Null when the schema is as this release needs it, else why not. A newer schema is an error. */
export async function whatIsMissing(db: Db): Promise<string | null> {
  try {
    const version = await schemaVersion(db)
    if (version > knownSchema) throw new SchemaTooNew(version)
    if (version < knownSchema) return 'The database lacks migrations: run svcpay migrate.'
    await learnPlacement(db)
    return null
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    return 'The database cannot be reached yet.'
  }
}

const askEveryMs = 500

/** Starts the work once the schema is there. Until then there is nothing to do, and nothing worth a log line. */
export function startWhenMigrated(db: Db, start: () => void): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const { signal } = stopped
  const wait = async () => {
    while (!signal.aborted) {
      await pause(askEveryMs, null, { signal }).catch(() => {})
      const isThere = await whatIsMissing(db).then(
        missing => missing === null,
        () => false,
      )
      if (isThere && !signal.aborted) return start()
    }
  }
  const ended = wait()
  return {
    async stop() {
      stopped.abort()
      await ended
    },
  }
}
