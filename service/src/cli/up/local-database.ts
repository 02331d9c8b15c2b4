import { startEmbeddedPostgres } from 'svcpay-embedded-database'
import type { UpConfig } from '../../config.ts'
import { urlOf } from '../database.ts'

/**
 * The embedded database, or the one that was named. The caller holds the lock of the data dir; it is told when the
 * database's process works, so that it can do something else meanwhile. `failed` rejects when it has ended by itself.
 */
export async function startLocalDatabase(
  { dataDir, databaseUrl }: UpConfig,
  log: (text: string) => void,
  launched: () => void,
) {
  const never = new Promise<never>(() => {})
  if (databaseUrl !== null) return { url: databaseUrl, failed: never, stop: async () => {} }
  const embedded = await startEmbeddedPostgres({ dir: dataDir, isLocked: true, log, launched })
  return {
    url: urlOf(embedded.connection),
    failed: embedded.exited.then(error => (error ? Promise.reject(error) : never)),
    stop: embedded.stop,
  }
}
