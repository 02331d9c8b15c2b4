import { describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { manualClock } from '../support/manual-clock.ts'
import { accept, type Behavior, refuse, startReceiver } from '../support/receiver.ts'
import { useService } from '../support/service.ts'
import { addEndpoint, enqueue, startWorker, statesOf } from './queue.ts'

const service = useService()

async function endpointOf(merchantId: string) {
  const [row] = await service.db`
    select failures_in_a_row, probes, paused_until from callback_endpoints where merchant_id = ${merchantId}`
  return row as unknown as { failuresInARow: number; probes: number; pausedUntil: Date | null }
}
const totals = async (merchantId: string) => {
  const [row] = await service.db`
    select coalesce(sum(attempts), 0)::int as attempts, count(*) filter (where state = 'delivered')::int as delivered
    from deliveries where merchant_id = ${merchantId}`
  return row as unknown as { attempts: number; delivered: number }
}
/** Waits for the deliveries: the endpoint's failures are counted before they are settled, so a pause proves nothing. */
async function allSettled(merchantId: string, receiver: { received: unknown[] }) {
  await waitFor(async () => expect((await totals(merchantId)).attempts).toBe(receiver.received.length))
}

describe('an endpoint that keeps failing', () => {
  it('is paused for 30 s, then probed with one delivery at a time, at intervals growing to 5 min, until it answers', async () => {
    const clock = manualClock()
    const receiver = await startReceiver(refuse(500))
    const merchantId = await addEndpoint(service, receiver.url)
    await enqueue(service.db, merchantId, { count: 40, dueAt: clock.now() })
    const workers = [startWorker(service, { clock }), startWorker(service, { clock })]
    const wake = () => {
      for (const worker of workers) worker.wake()
    }
    await waitFor(async () => expect((await endpointOf(merchantId)).pausedUntil).not.toBe(null))
    await allSettled(merchantId, receiver)
    // the tenth failure, and the deliveries in flight at that time
    const sent = receiver.received.length
    expect(sent).toBeGreaterThanOrEqual(10)
    expect(sent).toBeLessThan(20)
    const until = async () =>
      ((await endpointOf(merchantId)).pausedUntil?.getTime() ?? 0) - clock.now().getTime()
    expect(await until()).toBe(30_000)
    expect(await totals(merchantId)).toEqual({ attempts: sent, delivered: 0 })

    for (const [i, seconds] of [60, 120, 240, 300, 300].entries()) {
      const pause = await until()
      clock.advance(pause / 1000 - 1)
      wake()
      await new Promise(resolve => setImmediate(resolve))
      expect(receiver.received).toHaveLength(sent + i)
      clock.advance(2)
      wake()
      await waitFor(async () => expect(await until()).toBe(seconds * 1000))
      await allSettled(merchantId, receiver)
      expect(receiver.received).toHaveLength(sent + i + 1)
    }
    // only the probes cost an attempt
    expect(await totals(merchantId)).toEqual({ attempts: sent + 5, delivered: 0 })
    const [untouched] = await service.db`
      select count(*)::int as count from delivery_queue where merchant_id = ${merchantId} and attempt = 1`
    expect(untouched).toEqual({ count: 40 - sent - 5 })

    receiver.behave(accept)
    clock.advance(301)
    wake()
    await waitFor(async () => expect((await totals(merchantId)).delivered).toBe(40 - sent - 5))
    expect(await endpointOf(merchantId)).toEqual({ failuresInARow: 0, probes: 0, pausedUntil: null })
  })

  it('has one probe in flight with any number of workers', async () => {
    const clock = manualClock(new Date('2032-01-01T00:00:00Z'))
    let flying = 0
    let most = 0
    const held: (() => void)[] = []
    const hold: Behavior = (_callback, response) => {
      flying += 1
      most = Math.max(most, flying)
      held.push(() => {
        flying -= 1
        response.writeHead(200).end()
      })
    }
    const receiver = await startReceiver(hold)
    const merchantId = await addEndpoint(service, receiver.url)
    await service.db`
      update callback_endpoints set failures_in_a_row = 10, paused_until = ${clock.now()}
      where merchant_id = ${merchantId}`
    await enqueue(service.db, merchantId, { count: 20, dueAt: clock.now() })
    await enqueue(service.db, merchantId, { count: 20, attempt: 2, dueAt: clock.now() })
    const workers = [1, 2, 3].map(() => startWorker(service, { clock }))
    await waitFor(() => expect(held).toHaveLength(1))
    for (let i = 0; i < 20; i++) {
      for (const worker of workers) worker.wake()
      await service.db`select 1`
    }
    expect([held.length, most]).toEqual([1, 1])
    held.shift()?.()
    receiver.behave(accept)
    await waitFor(async () => expect((await totals(merchantId)).delivered).toBe(40))
  })

  it('is probed at the retry delays if they are short, so that each delivery gets its nine attempts', async () => {
    const receiver = await startReceiver(refuse(500))
    const merchantId = await addEndpoint(service, receiver.url)
    await enqueue(service.db, merchantId, { count: 3 })
    startWorker(service, { delaysMs: [10, 20, 30, 40, 50, 60, 70, 80] })
    await waitFor(async () =>
      expect(await statesOf(service.db, merchantId)).toEqual(Array(3).fill({ state: 'dead', attempts: 9 })),
    )
    expect(receiver.received).toHaveLength(27)
  })

  it('is not paused for failures with a success between them', async () => {
    let calls = 0
    const receiver = await startReceiver((callback, response) => {
      calls += 1
      ;(calls % 4 === 0 ? accept : refuse(500))(callback, response)
    })
    const merchantId = await addEndpoint(service, receiver.url)
    await enqueue(service.db, merchantId, { count: 40 })
    startWorker(service, { settings: { perEndpoint: { quick: 1, slow: 1 } } })
    await waitFor(async () => expect((await totals(merchantId)).attempts).toBe(40))
    expect((await endpointOf(merchantId)).pausedUntil).toBe(null)
  })

  it('starts without failures at a new address', async () => {
    const receiver = await startReceiver()
    const merchantId = await addEndpoint(service, 'http://127.0.0.1:9/')
    await service.db`
      update callback_endpoints set failures_in_a_row = 30, probes = 9, paused_until = now() + interval '5 minutes'
      where merchant_id = ${merchantId}`
    await enqueue(service.db, merchantId)
    startWorker(service)
    await service.admin('PUT', `/merchants/${merchantId}/callback`, { url: receiver.url })
    await waitFor(async () => expect((await totals(merchantId)).delivered).toBe(1))
  })
})

describe('first attempts', () => {
  it('are sent even if many slow retries are waiting', async () => {
    const slow = await startReceiver(() => {})
    const quick = await startReceiver()
    const merchants = await Promise.all(
      Array.from({ length: 8 }, (_, i) => addEndpoint(service, `${slow.url}/${i}`)),
    )
    for (const merchantId of merchants) await enqueue(service.db, merchantId, { count: 30, attempt: 4 })
    const settings = { slots: { quick: 16, slow: 16, overtime: 0 }, timeoutMs: 120_000 }
    const worker = startWorker(service, { settings, delaysMs: Array(8).fill(3_600_000) })
    await waitFor(() => expect(slow.received).toHaveLength(12))
    const fresh = await addEndpoint(service, quick.url)
    await enqueue(service.db, fresh, { count: 4 })
    worker.wake()
    await waitFor(async () => expect((await totals(fresh)).delivered).toBe(4))
    expect(slow.received).toHaveLength(12)
    await slow.close()
  })
})
