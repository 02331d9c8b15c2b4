import { expect } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { openDb } from '../../src/db/db.ts'
import { readIdentity } from '../../src/history/history.sql.ts'
import { copyDatabase } from './database.ts'
import type { Paying } from './paying.ts'
import type { ServiceOptions, TestService } from './service.ts'

interface RestoreOptions extends ServiceOptions {
  /** Whether the copy can be told from the original: the files of a server that are put back cannot. */
  isNoticed?: boolean
  /** When an instance used the backup last. */
  hoursAgo?: number
}

/** Makes a copy look like the original, as files of a server do that are put back. */
export async function passForOriginal(url: string, hoursAgo = 0): Promise<void> {
  const db = openDb(url, { maxConnections: 1 })
  const { current } = await readIdentity(db, null)
  await db`
    update database_identity set identity = ${current}, seen_at = seen_at - ${`${hoursAgo} hours`}::interval`
  await db.end()
}

/**
 * A copy of the database as it is now. A service started on it has forgotten everything that happens from here on, while
 * the processor has not.
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
