import { expect, it, vi } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { followDatabaseClock } from '../../src/db/database-clock.ts'
import { openDb } from '../../src/db/db.ts'
import { databaseForThisTest } from '../support/database.ts'

it.each([-86_400_000, -60_000, 60_000, 86_400_000])(
  'a machine whose clock is %i ms off uses the database’s',
  async offMs => {
    const db = openDb(await databaseForThisTest())
    const right = Date.now.bind(Date)
    const wrong = vi.spyOn(Date, 'now').mockImplementation(() => right() + offMs)
    const clock = followDatabaseClock(db)
    await waitFor(() => expect(Math.abs(clock.now().getTime() - right())).toBeLessThan(10_000))
    clock.stop()
    wrong.mockRestore()
    await db.end()
  },
)

it('a correct clock is used as it is, without its jumps', async () => {
  const db = openDb(await databaseForThisTest())
  const clock = followDatabaseClock(db)
  await db`select 1`
  const right = Date.now.bind(Date)
  const jumped = vi.spyOn(Date, 'now').mockImplementation(() => right() + 86_400_000)
  expect(Math.abs(clock.now().getTime() - right())).toBeLessThan(10_000)
  jumped.mockRestore()
  clock.stop()
  await db.end()
})
