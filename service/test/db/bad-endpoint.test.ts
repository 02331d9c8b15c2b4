import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { openDb } from '../../src/db/db.ts'
import { learnPlacement } from '../../src/db/per-merchant.ts'
import { settle as settleOne } from '../../src/deliveries/worker/settle.ts'
import { addEndpoint, enqueue, startWorker, statesOf } from '../deliveries/queue.ts'
import { dueAt, resultOf } from '../deliveries/queued.ts'
import { breakShard } from '../support/bad-shard.ts'
import { useService } from '../support/service.ts'

const service = useService()
const nowhere = 'http://127.0.0.1:9/'

beforeEach(() => service.db`delete from delivery_queue`)

/** Two endpoints, each with three attempts to settle in one batch. */
async function attemptsOfTwo(place: 'one PostgreSQL' | 'a cluster') {
  const db = openDb(service.config.databaseUrl)
  onTestFinished(() => db.end())
  if (place === 'one PostgreSQL') await learnPlacement(db)
  const merchants = [await addEndpoint(service, nowhere), await addEndpoint(service, nowhere)]
  const [bad = '', good = ''] = merchants
  for (const merchantId of merchants) await enqueue(service.db, merchantId, { count: 3 })
  const queued = (await Promise.all(merchants.map(id => dueAt(service.db, id)))).flat()
  expect(queued).toHaveLength(6)
  const log = pino({ level: 'silent' })
  const deps = { db, clock: systemClock, log, delaysMs: [] }
  const settle = (merchantId: string, outcome: 'delivered' | 'retry') =>
    queued
      .filter(delivery => delivery.merchantId === merchantId)
      .map(one => settleOne(deps, resultOf(one, outcome)))
  return { bad, good, settle }
}

const failuresOf = async (merchantId: string) =>
  (await service.db`select failures_in_a_row from callback_endpoints where merchant_id = ${merchantId}`)[0]
    ?.failuresInARow
const settled = (state: string) => Array(3).fill({ state, attempts: 1 })

describe.each(['one PostgreSQL', 'a cluster'] as const)('on %s', place => {
  it('an endpoint whose state cannot be written prevents no result from being settled, not even its own', async () => {
    const { bad, good, settle } = await attemptsOfTwo(place)
    await breakShard(service.db, 'callback_endpoints', bad, 'fails')
    await Promise.all([...settle(bad, 'retry'), ...settle(good, 'retry')])
    expect(await statesOf(service.db, bad)).toEqual(settled('pending'))
    expect(await statesOf(service.db, good)).toEqual(settled('pending'))
    expect(await failuresOf(good)).toBe(3)
  })

  it('results that cannot be written do not affect others, and an endpoint’s failures count once', async () => {
    const { bad, good, settle } = await attemptsOfTwo(place)
    await breakShard(service.db, 'delivery_attempts', bad, 'fails')
    await Promise.all([...settle(bad, 'retry'), ...settle(good, 'retry')])
    expect(await statesOf(service.db, good)).toEqual(settled('pending'))
    expect([await failuresOf(bad), await failuresOf(good)]).toEqual([3, 3])
  })
})

it('results do not wait for a merchant whose shard hangs', async () => {
  const { bad, good, settle } = await attemptsOfTwo('a cluster')
  await breakShard(service.db, 'deliveries', bad, 'hangs')
  const hanging = settle(bad, 'delivered')
  await Promise.all(settle(good, 'delivered'))
  expect(await statesOf(service.db, good)).toEqual(settled('delivered'))
  expect(await statesOf(service.db, bad)).toEqual(Array(3).fill({ state: 'pending', attempts: 0 }))
  const cancel = () => service.db`
    select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`
  const ended = Promise.all(hanging).then(() => true)
  while (!(await Promise.race([ended, setTimeout(20, false)]))) await cancel()
})

it('overdue callbacks end, whatever fails for other merchants', async () => {
  const long = new Date('2000-01-01')
  const merchants = [await addEndpoint(service, nowhere), await addEndpoint(service, nowhere)]
  for (const merchantId of merchants) {
    await enqueue(service.db, merchantId, { dueAt: long })
    await service.db`
      update callback_endpoints set failures_in_a_row = 10, paused_until = now() + interval '1 hour'
      where merchant_id = ${merchantId}`
  }
  const [bad = '', good = ''] = merchants
  await breakShard(service.db, 'deliveries', bad, 'fails')
  startWorker(service)
  await expect.poll(() => statesOf(service.db, good)).toEqual([{ state: 'dead', attempts: 0 }])
})
