import { expect, it } from 'vitest'
import { openDb } from '../../src/db/db.ts'
import { databaseForThisTest } from '../support/database.ts'
import { endConnections } from '../support/server-processes.ts'

it('connections lost during a statement do not prevent closing the others', async () => {
  const url = await databaseForThisTest('empty')
  const db = openDb(url, { maxConnections: 2 })
  const lost = expect(db`select pg_sleep(60)`).rejects.toThrow()
  const isSleeping = () => db`select from pg_stat_activity where query like 'select pg_sleep%'`
  await expect.poll(isSleeping).toHaveLength(1)
  await endConnections(url)
  await lost
  await db.end()
  expect(db.countConnections?.()).toBe(0)
})
