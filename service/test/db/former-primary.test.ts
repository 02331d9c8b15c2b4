import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { followDatabaseClock } from '../../src/db/database-clock.ts'
import { openDb } from '../../src/db/db.ts'
import { isOutcomeUnknown } from '../../src/db/unavailable.ts'
import { keepShares } from '../../src/deliveries/worker/shares.ts'
import { databaseForThisTest } from '../support/database.ts'
import { freezableForThisTest } from '../support/freezable.ts'

/** Two addresses of one database: the first is its primary until it freezes. */
async function failover(maxConnections: number) {
  const url = await databaseForThisTest()
  const [former, next] = [await freezableForThisTest(url), await freezableForThisTest(url)]
  const several = new URL(url)
  several.host = 'servers.example'
  const hosts = [former, next].map(server => new URL(server.url).host).join(',')
  next.freeze()
  const db = openDb(several.href.replace('servers.example', hosts), { maxConnections })
  onTestFinished(() => db.end())
  await db`select 1`
  return {
    db,
    freeze: former.freeze,
    takeOver: next.thaw,
  }
}

it('connections leave a frozen primary for the new one', async () => {
  const { db, freeze, takeOver } = await failover(2)
  const clock = followDatabaseClock(db)
  onTestFinished(clock.stop)
  takeOver()
  freeze()
  const stuck = await Promise.all([1, 2, 3].map(() => db`select 1`.then(String, error => error)))
  expect(stuck.some(isOutcomeUnknown)).toBe(true)
  await expect.poll(() => db`select 1 as one`.catch(() => null)).toEqual([{ one: 1 }])
})

it('a worker takes its shares again at the new primary, however late', async () => {
  const { db, freeze, takeOver } = await failover(1)
  const shares = keepShares({
    db,
    log: pino({ level: 'silent' }),
    isBusy: () => false,
    onTaken() {},
    leaseMs: 5000,
  })
  onTestFinished(shares.stop)
  await expect.poll(shares.served).toHaveLength(36)
  const asked = vi.spyOn(db, 'leaveFormerPrimary')
  freeze()
  // the first time, there is no other primary yet
  await waitFor(() => expect(asked.mock.settledResults[0]?.type).toBe('rejected'))
  expect(shares.served()).toEqual([])
  takeOver()
  await expect.poll(shares.served).toHaveLength(36)
})
