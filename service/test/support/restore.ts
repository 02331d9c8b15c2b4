import { expect, vi } from 'vitest'
import { copyDatabase } from './database.ts'
import type { Paying } from './paying.ts'
import type { ServiceOptions, TestService } from './service.ts'

/**
 * A copy of the database as it is now. A service started on it has forgotten everything that happens from here on, while
 * the processor has not.
 */
export async function backUp(paying: Paying): Promise<(options?: ServiceOptions) => Promise<TestService>> {
  const backup = await copyDatabase(paying.databaseUrl)
  // copying ends all connections, which the service has to notice
  await vi.waitFor(async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => paying.get('/payments')))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  }, 30_000)
  return async (options = {}) => {
    const copy = await copyDatabase(backup.url)
    const service = await paying.startAnother({ ...options, env: { ...options.env, DATABASE_URL: copy.url } })
    paying.service = service
    return service
  }
}
