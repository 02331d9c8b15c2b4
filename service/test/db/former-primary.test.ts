import { expect, it, onTestFinished } from 'vitest'
import { followDatabaseClock } from '../../src/db/database-clock.ts'
import { openDb } from '../../src/db/db.ts'
import { isOutcomeUnknown } from '../../src/db/unavailable.ts'
import { databaseForThisTest } from '../support/database.ts'
import { freezableForThisTest } from '../support/freezable.ts'

it('a primary that freezes is left for the one that took over', async () => {
  const url = await databaseForThisTest()
  const [former, next] = [await freezableForThisTest(url), await freezableForThisTest(url)]
  const several = new URL(url)
  several.host = 'servers.example'
  const hosts = [former, next].map(server => new URL(server.url).host).join(',')
  next.freeze()
  const db = openDb(several.href.replace('servers.example', hosts), { maxConnections: 2 })
  const clock = followDatabaseClock(db)
  onTestFinished(async () => {
    clock.stop()
    await db.end()
  })
  await db`select 1`
  next.thaw()
  former.freeze()
  const stuck = await Promise.all([1, 2, 3].map(() => db`select 1`.then(String, error => error)))
  expect(stuck.some(isOutcomeUnknown)).toBe(true)
  await expect.poll(() => db`select 1 as one`.catch(() => null)).toEqual([{ one: 1 }])
})
