import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Db, openDb, type Tx } from '../../src/db/db.ts'
import { isDatabaseUnavailable } from '../../src/db/unavailable.ts'
import { useService } from '../support/service.ts'

const service = useService()
let db: Db

beforeAll(() => {
  db = openDb(service.config.databaseUrl, { maxConnections: 1 })
})
afterAll(() => db.end())

async function cut(tx: Tx): Promise<void> {
  const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
  await service.db`select pg_terminate_backend(${row?.pid ?? 0})`
}

/** Returns how the transaction ended, and what its function did afterwards. */
async function lose(work: (tx: Tx, ended: Promise<unknown>) => Promise<unknown>) {
  let markEnded = () => {}
  const ended = new Promise<void>(resolve => {
    markEnded = resolve
  })
  let afterwards: Promise<unknown> = Promise.resolve()
  const outcome = await db
    .begin(tx => {
      afterwards = work(tx, ended)
      return afterwards
    })
    .catch((error: unknown) => error)
  markEnded()
  return { outcome, afterwards: await afterwards.catch((error: unknown) => error) }
}

it('a transaction whose connection is lost between two statements sends no other', async () => {
  const { outcome, afterwards } = await lose(async (tx, ended) => {
    await cut(tx)
    await ended
    // the driver has a new connection by now, where this statement would run outside any transaction
    await db`select 1`
    await tx`create table left_behind ()`
  })
  expect([outcome, afterwards].map(isDatabaseUnavailable)).toEqual([true, true])
  const [row] = await db<{ table: string | null }[]>`select to_regclass('left_behind')::text as table`
  expect(row?.table).toBe(null)
})

it('a transaction whose connection is lost during a statement fails, and later ones work', async () => {
  const { outcome } = await lose(async tx => {
    await cut(tx)
    await tx`select ${'x'.repeat(3000)}::text, pg_sleep(5)`
  })
  expect(isDatabaseUnavailable(outcome)).toBe(true)
  const works = () => db.begin(tx => [tx<{ ok: boolean }[]>`select true as ok`]).catch(() => null)
  await expect.poll(works).toEqual([[{ ok: true }]])
})

it('a transaction that throws is rolled back', async () => {
  const refused = db.begin(async tx => {
    await tx`create table left_behind ()`
    throw new Error('no')
  })
  await expect(refused).rejects.toThrow('no')
  const [row] = await db<{ table: string | null }[]>`select to_regclass('left_behind')::text as table`
  expect(row?.table).toBe(null)
})

it('a failed transaction sends no further statements from its other branches', async () => {
  let late: Promise<unknown> = Promise.resolve()
  const failed = db.begin(async tx => {
    const fault = tx`select 1 / 0`
    late = fault
      .catch(() => setImmediate())
      // the rollback has been sent by now, so a later statement would run outside any transaction
      .then(() => tx`create table left_behind ()`)
    await Promise.all([fault, late])
  })
  await expect(failed).rejects.toThrow('division by zero')
  await expect(late).rejects.toThrow('the transaction has ended')
  const [row] = await db<{ table: string | null }[]>`select to_regclass('left_behind')::text as table`
  expect(row?.table).toBe(null)
})
