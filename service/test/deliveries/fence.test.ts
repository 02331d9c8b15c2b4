import { describe, expect, it, onTestFinished } from 'vitest'
import type { Db } from '../../src/db/db.ts'
import { reportEndpoint } from '../../src/deliveries/endpoints.sql.ts'
import { takeEndpoint } from '../../src/deliveries/worker/due.sql.ts'
import { useService } from '../support/service.ts'
import { addEndpoint, enqueue, openDbOf, statesOf, ways } from './queue.ts'
import { dueAt, settle } from './queued.ts'

const service = useService()

async function due(db: Db) {
  const merchantId = await addEndpoint(service, 'http://127.0.0.1:9/')
  await enqueue(service.db, merchantId)
  const [queued] = await dueAt(db, merchantId)
  if (!queued) throw new Error('nothing was due')
  return { merchantId, queued }
}

const queueOf = (merchantId: string) =>
  service.db`select attempt from delivery_queue where merchant_id = ${merchantId}`
const logOf = (merchantId: string) =>
  service.db`select sequence, attempt, status from delivery_attempts where merchant_id = ${merchantId} order by 1`

describe.each(ways)('the result of an attempt, on %s,', way => {
  function open(): Db {
    const db = openDbOf(service.config.databaseUrl, way)
    onTestFinished(() => db.end())
    return db
  }

  it.each(['delivered', 'retry', 'dead'] as const)(
    'has no effect once another worker holds the share: %s',
    async outcome => {
      const db = open()
      const { merchantId, queued } = await due(db)
      await takeEndpoint(db, merchantId, 1)
      await settle(db, queued, outcome, 0)
      const pauses = { firstMs: 1, longestMs: 1 }
      await reportEndpoint(db, { merchantId, epoch: 0, failed: true, quick: false, pauses, now: new Date() })
      expect(await statesOf(db, merchantId)).toEqual([{ state: 'pending', attempts: 0 }])
      expect(await queueOf(merchantId)).toEqual([{ attempt: 1 }])
      expect(
        await db`select failures_in_a_row from callback_endpoints where merchant_id = ${merchantId}`,
      ).toEqual([{ failuresInARow: 0 }])
      await settle(db, queued, 'delivered', 1)
      expect(await statesOf(db, merchantId)).toEqual([{ state: 'delivered', attempts: 1 }])
      expect(await logOf(merchantId)).toEqual([{ sequence: 1, attempt: 1, status: 200 }])
    },
  )

  it('counts once, however often it is written', async () => {
    const db = open()
    const { merchantId, queued } = await due(db)
    await Promise.all([settle(db, queued, 'retry'), settle(db, queued, 'retry'), settle(db, queued, 'retry')])
    await settle(db, queued, 'delivered')
    expect(await statesOf(db, merchantId)).toEqual([{ state: 'pending', attempts: 1 }])
    expect(await queueOf(merchantId)).toEqual([{ attempt: 2 }])
    expect(await logOf(merchantId)).toEqual([{ sequence: 1, attempt: 1, status: 500 }])
  })
})
