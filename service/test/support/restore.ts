import { expect } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { openDb } from '../../src/db/db.ts'
import { readIdentity } from '../../src/history/history.sql.ts'
import { copyDatabase } from './database.ts'
import type { Paying } from './paying.ts'
import type { ServiceOptions, TestService } from './service.ts'

interface RestoreOptions extends ServiceOptions {
  /** Whether the service can recognize the copy. It cannot if a server's files were put back. */
  isNoticed?: boolean
  /** The time since an instance last used the backup. */
  hoursAgo?: number
}

/** Makes a copy look like the original, as if a server's files had been put back. */
export async function passForOriginal(url: string, hoursAgo = 0): Promise<void> {
  const db = openDb(url, { maxConnections: 1 })
  const { current } = await readIdentity(db, null)
  await db`
    update database_identity set identity = ${current}, seen_at = seen_at - ${`${hoursAgo} hours`}::interval`
  await db.end()
}

/**
 * Copies the current database. A service started on the copy lacks everything that happens from now on, while the
 * processor has it.
 */
export async function backUp(paying: Paying): Promise<(options?: RestoreOptions) => Promise<TestService>> {
  const backup = await copyDatabase(paying.databaseUrl)
  // copying ends all connections, which the service has to notice
  await waitFor(async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => paying.get('/payments')))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  })
  return async ({ isNoticed = true, hoursAgo, ...options } = {}) => {
    const copy = await copyDatabase(backup.url)
    if (!isNoticed) await passForOriginal(copy.url, hoursAgo)
    const service = await paying.startAnother({ ...options, env: { ...options.env, DATABASE_URL: copy.url } })
    paying.service = service
    return service
  }
}
