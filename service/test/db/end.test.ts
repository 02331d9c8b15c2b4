import { expect, it } from 'vitest'
import { openDb } from '../../src/db/db.ts'
import { databaseForThisTest } from '../support/database.ts'
import { endConnections } from '../support/server-processes.ts'

it('connections that were lost under a statement do not keep the others from being closed', async () => {
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
