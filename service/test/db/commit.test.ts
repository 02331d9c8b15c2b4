import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Db, openDb, type Tx } from '../../src/db/db.ts'
import { isDatabaseUnavailable, isOutcomeUnknown } from '../../src/db/unavailable.ts'
import { useService } from '../support/service.ts'

const service = useService()
let db: Db

beforeAll(async () => {
  db = openDb(service.config.databaseUrl, { maxConnections: 1 })
  await db`create table kept (what text)`
})
afterAll(() => db.end())

const kept = async (what: string) => (await db.unsafe(`select from kept where what = '${what}'`)).length
const keep = (tx: Tx, what: string) => tx.unsafe(`insert into kept values ('${what}')`)
const outcomeOf = (work: (tx: Tx) => Promise<unknown>) =>
  db.begin(work).then(
    () => null,
    (error: unknown) => error,
  )

it('a commit that the server turned into a rollback is an error, and known to have had no effect', async () => {
  const error = await outcomeOf(async tx => {
    await keep(tx, 'aborted')
    // the rollback to the savepoint fails, which aborts the transaction, and the failure is caught
    await tx
      .savepoint('gone', async nested => {
        await nested`release savepoint s0_gone`
        await nested.unsafe('select 1 / 0')
      })
      .catch(() => {})
  })
  expect(error).toMatchObject({ code: '40000' })
  expect([isDatabaseUnavailable(error), isOutcomeUnknown(error)]).toEqual([true, false])
  expect(await kept('aborted')).toBe(0)
})

it('transactions survive a server that has lost every prepared statement', async () => {
  const store = (what: string) =>
    outcomeOf(async tx => {
      await keep(tx, what)
      await tx.unsafe('deallocate all')
    })
  expect([await store('first'), await store('second'), await store('third')]).toEqual([null, null, null])
  expect([await kept('first'), await kept('second'), await kept('third')]).toEqual([1, 1, 1])
})

it('a failed statement rolls back even if its error was caught', async () => {
  const error = await outcomeOf(async tx => {
    await keep(tx, 'caught')
    await tx.unsafe('select 1 / 0').catch(() => {})
  })
  expect(error).toMatchObject({ code: '22012' })
  expect(await kept('caught')).toBe(0)
})
