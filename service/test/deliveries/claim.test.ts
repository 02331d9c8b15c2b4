import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Db, openDb } from '../../src/db/db.ts'
import { type ClaimRequest, claimDeliveries } from '../../src/deliveries/claim.sql.ts'
import { startReceiver } from '../support/receiver.ts'
import { useService } from '../support/service.ts'
import { claimRequest } from './claimed.ts'
import { addEndpoint, enqueue, startWorker, statesOf } from './queue.ts'

const service = useService()
const nowhere = 'http://127.0.0.1:9/'

const claim = (more?: Partial<ClaimRequest>) => claimDeliveries(service.db, claimRequest(more))
const empty = () => service.db`delete from delivery_queue`

/** One that does not know yet that it is on one PostgreSQL, and so takes each merchant by itself. */
function perMerchantDb(): Db {
  const db = openDb(service.config.databaseUrl)
  onTestFinished(() => db.end())
  return db
}

describe('claims', () => {
  it('never take a delivery twice nor more than ten of an endpoint, however many claim at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 2, max: 10 }),
        fc.integer({ min: 1, max: 30 }),
        async (backlogs, claimers, limit) => {
          await empty()
          for (const count of backlogs) {
            const merchantId = await addEndpoint(service, nowhere)
            await enqueue(service.db, merchantId, { count })
            await enqueue(service.db, merchantId, { count: Math.ceil(count / 2), attempt: 3 })
          }
          const rounds = Array.from({ length: claimers }, async (_, i) => {
            const taken = []
            for (let round = 0; round < 4; round++) {
              const line = (i + round) % 2 ? 'first' : 'again'
              taken.push(...(await claim({ line, limit })).deliveries)
            }
            return taken
          })
          const taken = (await Promise.all(rounds)).flat()
          expect(new Set(taken.map(({ deliveryId }) => deliveryId)).size).toBe(taken.length)
          const held = await service.db<{ count: number }[]>`
            select count(*)::int as count from delivery_queue where claim_id is not null group by merchant_id`
          for (const { count } of held) expect(count).toBeLessThanOrEqual(10)
        },
      ),
      { numRuns: 15 },
    )
  })

  it('come back by themselves when their lease has run out, and not before', async () => {
    await empty()
    const merchantId = await addEndpoint(service, nowhere)
    await enqueue(service.db, merchantId, { count: 3 })
    const now = new Date()
    expect((await claim({ now })).deliveries).toHaveLength(3)
    expect((await claim({ now: new Date(now.getTime() + 29_000) })).deliveries).toEqual([])
    expect((await claim({ now: new Date(now.getTime() + 30_001) })).deliveries).toHaveLength(3)
  })

  it('of a worker that knew no end of them come back when they are due', async () => {
    await empty()
    const merchantId = await addEndpoint(service, nowhere)
    await enqueue(service.db, merchantId, { count: 3 })
    await service.db`update delivery_queue set claim_id = 'of an earlier release'`
    expect((await claim()).deliveries).toHaveLength(3)
  })

  it.each(['shared', 'per merchant'])(
    'count what is in flight, wherever in its line it stands: %s',
    async how => {
      await empty()
      const db = how === 'shared' ? service.db : perMerchantDb()
      const merchantId = await addEndpoint(service, nowhere)
      await enqueue(service.db, merchantId, { count: 6, attempt: 2 })
      const claimed = await claimDeliveries(db, claimRequest({ line: 'again' }))
      expect(claimed.deliveries).toHaveLength(6)
      await enqueue(service.db, merchantId, { count: 100, dueAt: new Date(Date.now() - 60_000) })
      await service.db`update delivery_queue set attempt = 1`
      expect((await claimDeliveries(db, claimRequest())).deliveries).toHaveLength(4)
      expect((await claimDeliveries(db, claimRequest())).deliveries).toHaveLength(0)
    },
  )

  it('go round: with little room, each endpoint has its turn', async () => {
    await empty()
    const merchants = []
    for (let i = 0; i < 12; i++) {
      const merchantId = await addEndpoint(service, nowhere)
      await enqueue(service.db, merchantId, { count: 50 })
      merchants.push(merchantId)
    }
    const served = new Set<string>()
    let after = ''
    for (let i = 0; i < 12; i++) {
      const claimed = await claim({ after, limit: 10, maxEndpoints: 5 })
      for (const { merchantId, deliveryId } of claimed.deliveries) {
        served.add(merchantId)
        await service.db`
          update delivery_queue set claim_id = null, due_at = now() where delivery_id = ${deliveryId}`
      }
      after = claimed.next
    }
    expect(served.size).toBe(12)
  })
})

describe('two workers', () => {
  it('have at most ten in flight per endpoint together, and send each delivery once', async () => {
    await empty()
    const flying = new Map<string, number>()
    let most = 0
    const receiver = await startReceiver(({ path }, response) => {
      const now = (flying.get(path) ?? 0) + 1
      flying.set(path, now)
      most = Math.max(most, now)
      setTimeout(() => {
        flying.set(path, (flying.get(path) ?? 0) - 1)
        response.writeHead(200).end()
      }, 15)
    })
    const merchants = []
    for (let i = 0; i < 3; i++) {
      const merchantId = await addEndpoint(service, `${receiver.url}/${i}`)
      await enqueue(service.db, merchantId, { count: 100 })
      merchants.push(merchantId)
    }
    startWorker(service)
    startWorker(service)
    for (const merchantId of merchants) {
      await vi.waitFor(
        async () => {
          const states = await statesOf(service.db, merchantId)
          expect(states.every(({ state, attempts }) => state === 'delivered' && attempts === 1)).toBe(true)
        },
        { timeout: 20_000, interval: 100 },
      )
    }
    expect(receiver.received).toHaveLength(300)
    expect(new Set(receiver.received.map(({ headers }) => headers['svc-event-id'])).size).toBe(300)
    expect(most).toBeLessThanOrEqual(10)
    expect(most).toBeGreaterThan(5)
  })
})
