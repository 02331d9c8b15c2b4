import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { releaseShares, renewShares } from '../../src/deliveries/worker/shares.sql.ts'
import { freezableForThisTest } from '../support/freezable.ts'
import { holdMerchant } from '../support/held-row.ts'
import { accept, startReceiver } from '../support/receiver.ts'
import { useService } from '../support/service.ts'
import { addEndpoint, enqueue, startWorker, statesOf, ways } from './queue.ts'

const service = useService()

beforeEach(async () => {
  await service.db`delete from delivery_queue`
  await service.db`delete from callback_workers`
})

const renew = (workerId: string, { leaseMs = 60_000, stopping = false } = {}) =>
  renewShares(service.db, { workerId, leaseMs, stopping })
const sharesOf = async () => {
  const rows = await service.db<{ count: number }[]>`
    select count(*)::int as count from callback_shares where worker_id in (select worker_id from callback_workers)
    group by worker_id order by 1`
  return rows.map(({ count }) => count)
}

describe('the shares of the endpoints', () => {
  it('are all held by a single worker, and each by one of several', async () => {
    const [a, b] = [randomUUID(), randomUUID()]
    expect((await renew(a)).shares).toHaveLength(36)
    expect(await renew(b)).toEqual({ shares: [], part: 18 })
    const { shares, part } = await renew(a)
    expect(part).toBe(18)
    await releaseShares(
      service.db,
      a,
      shares.slice(part).map(({ share }) => share),
    )
    const taken = (await renew(b)).shares
    expect(taken).toEqual(shares.slice(part).map(({ share, epoch }) => ({ share, epoch: epoch + 1 })))
    expect((await renew(a)).shares).toEqual(shares.slice(0, part))
  })

  it('never have two holders, however many workers start at once', async () => {
    const workers = Array.from({ length: 8 }, randomUUID)
    for (let round = 0; round < 4; round++) {
      const renewals = await Promise.all(workers.map(workerId => renew(workerId)))
      const held = renewals.flatMap(({ shares }) => shares.map(({ share }) => share))
      expect(new Set(held).size).toBe(held.length)
      await Promise.all(
        renewals.map(({ shares, part }, i) =>
          releaseShares(
            service.db,
            workers[i] ?? '',
            shares.slice(part).map(({ share }) => share),
          ),
        ),
      )
    }
    expect((await sharesOf()).every(count => count <= 5)).toBe(true)
  })

  it('go to the other workers when theirs dies, or when it stops and hands them over', async () => {
    const [dead, stopping, living] = [randomUUID(), randomUUID(), randomUUID()]
    await renew(dead, { leaseMs: -1 })
    expect((await renew(stopping)).shares).toHaveLength(36)
    expect((await renew(stopping, { stopping: true })).shares).toHaveLength(36)
    expect(await renew(living)).toEqual({ shares: [], part: 36 })
    await releaseShares(service.db, stopping, ['3', 'x'])
    expect((await renew(living)).shares.map(({ share }) => share)).toEqual(['3', 'x'])
    expect((await renew(stopping, { stopping: true })).shares).toHaveLength(34)
  })
})

describe('a worker', () => {
  it('keeps its shares while it lives, even if all its connections are busy', async () => {
    const busy = startWorker(service, { settings: { leaseMs: 3000 } })
    await expect.poll(sharesOf).toEqual([36])
    const merchantId = await addEndpoint(service, 'http://127.0.0.1:9/')
    const row = await holdMerchant(service.config.databaseUrl, merchantId)
    const waiting = Array.from(
      { length: busy.db.options.max },
      () => busy.db`select 1 from merchants where merchant_id = ${merchantId} for update`,
    )
    const queries = Promise.all(waiting)
    await row.waitedFor(waiting.length)
    const end = async () => (await service.db`select alive_until from callback_workers`)[0]?.aliveUntil
    const first = await end()
    await expect.poll(end).not.toEqual(first)
    await row.release()
    await queries
  })
})

describe.each(ways)('workers on %s', way => {
  it('share the endpoints, have at most ten in flight at each, and send each delivery once', async () => {
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
    startWorker(service, { way })
    startWorker(service, { way })
    await expect.poll(sharesOf).toEqual([18, 18])
    const merchants = []
    for (let i = 0; i < 6; i++) {
      const merchantId = await addEndpoint(service, `${receiver.url}/${i}`)
      await enqueue(service.db, merchantId, { count: 50 })
      merchants.push(merchantId)
    }
    for (const merchantId of merchants) {
      await waitFor(async () => {
        const states = await statesOf(service.db, merchantId)
        expect(states.every(({ state, attempts }) => state === 'delivered' && attempts === 1)).toBe(true)
      })
    }
    expect(receiver.received).toHaveLength(300)
    expect(new Set(receiver.received.map(({ headers }) => headers['svc-event-id'])).size).toBe(300)
    expect(most).toBeLessThanOrEqual(10)
    expect(most).toBeGreaterThan(5)
  })

  it('take over from a stopping worker once its calls have ended, and send nothing twice', async () => {
    const held: (() => void)[] = []
    const receiver = await startReceiver((_callback, response) =>
      held.push(() => response.writeHead(200).end()),
    )
    const merchantId = await addEndpoint(service, receiver.url)
    await enqueue(service.db, merchantId, { count: 20 })
    const first = startWorker(service, { way })
    await waitFor(() => expect(held).toHaveLength(2))
    const stopped = first.stop()
    startWorker(service, { way })
    await expect.poll(sharesOf).toEqual([1, 35])
    receiver.behave(accept)
    for (const answer of held) answer()
    await stopped
    await waitFor(async () =>
      expect(await statesOf(service.db, merchantId)).toEqual(
        Array(20).fill({ state: 'delivered', attempts: 1 }),
      ),
    )
    expect(receiver.received).toHaveLength(20)
  })

  it('take over from a hanging worker, whose results no longer count', async () => {
    const held: (() => void)[] = []
    const receiver = await startReceiver((_callback, response) =>
      held.push(() => response.writeHead(500).end()),
    )
    const merchantId = await addEndpoint(service, receiver.url)
    await enqueue(service.db, merchantId)
    const line = await freezableForThisTest(service.config.databaseUrl)
    const frozen = startWorker(service, { way, databaseUrl: line.url, settings: { leaseMs: 1000 } })
    await waitFor(() => expect(held).toHaveLength(1))
    line.freeze()
    receiver.behave(accept)
    startWorker(service, { way })
    await waitFor(async () =>
      expect(await statesOf(service.db, merchantId)).toEqual([{ state: 'delivered', attempts: 1 }]),
    )
    held[0]?.()
    line.thaw()
    await frozen.stop()
    expect(await statesOf(service.db, merchantId)).toEqual([{ state: 'delivered', attempts: 1 }])
    const [endpoint] = await service.db`
      select failures_in_a_row from callback_endpoints where merchant_id = ${merchantId}`
    expect(endpoint).toEqual({ failuresInARow: 0 })
    expect(receiver.received).toHaveLength(2)
  })
})
