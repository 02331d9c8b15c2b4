import { expect, it } from 'vitest'
import { openDb, type Tx } from '../../src/db/db.ts'
import { useService } from '../support/service.ts'

const service = useService()

it('shows which work has a connection, which waits for one, and how long each statement took', async () => {
  const db = openDb(service.config.databaseUrl, { maxConnections: 3 })
  const ended: string[] = []
  db.usage.onEnd = (name, seconds) => {
    if (seconds > 0) ended.push(name)
  }
  await holdLock(db, async () => {
    // a transaction, and statements that wait for its locks
    const waiting = Array.from({ length: 4 }, () => waitForLock(db))
    await expect.poll(() => db.usage.underway).toBe(5)
    return waiting
  })
  await expect.poll(() => db.usage.underway).toBe(0)
  expect(ended.filter(name => name === 'waitForLock')).toHaveLength(4)
  expect(ended).toContain('takeLock')
  await expect(fail(db)).rejects.toThrow('no_such_table')
  expect([db.usage.underway, ended.at(-1)]).toEqual([0, 'fail'])
  await db.end()
})

type Db = ReturnType<typeof openDb>
const lock = 4711

const takeLock = (tx: Tx) => tx`select pg_advisory_xact_lock(${lock})`

async function holdLock(db: Db, meanwhile: () => Promise<Promise<unknown>[]>): Promise<void> {
  const waiting = await db.begin(async tx => {
    await takeLock(tx)
    // in a list, because a transaction waits for the promises that it returns
    return [await meanwhile()].map(promises => ({ promises }))
  })
  await Promise.all(waiting.flatMap(({ promises }) => promises))
}

async function waitForLock(db: Db): Promise<void> {
  await db`select pg_advisory_xact_lock(${lock})`
}

async function fail(db: Db): Promise<void> {
  await db`select * from no_such_table`
}
