import { lockDataDir, startEmbeddedPostgres } from 'svcpay-embedded-database'
import type { UpConfig } from '../../config.ts'
import { urlOf } from '../database.ts'

export interface LocalDatabase {
  url: string
  /** Rejects when the database has ended by itself; never resolves. */
  failed: Promise<never>
  stop(): Promise<void>
}

/** The embedded database, or the one that was named; either way the data dir is ours alone. */
export async function startLocalDatabase({ dataDir, databaseUrl }: UpConfig): Promise<LocalDatabase> {
  const never = new Promise<never>(() => {})
  if (databaseUrl !== null) return { url: databaseUrl, failed: never, stop: await lockDataDir(dataDir) }
  const embedded = await startEmbeddedPostgres({ dir: dataDir })
  return {
    url: urlOf(embedded.connection),
    failed: embedded.exited.then(error => (error ? Promise.reject(error) : never)),
    stop: embedded.stop,
  }
}
