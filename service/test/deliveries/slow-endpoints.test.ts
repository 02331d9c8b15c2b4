import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { answered, newEndpoint, roomOf } from '../../src/deliveries/worker/endpoint.ts'
import { defaultWorkerSettings } from '../../src/deliveries/worker/settings.ts'
import type { CallbackWorker } from '../../src/deliveries/worker/worker.ts'
import { startReceiver } from '../support/receiver.ts'
import { useService } from '../support/service.ts'
import { startLateReceiver } from './late-receiver.ts'
import { addEndpoint, enqueue, startWorker, statesOf, ways } from './queue.ts'

const service = useService()
/** No attempt times out: an endpoint holds its slots until it answers. */
const settings = { slowAfterMs: 300, timeoutMs: 120_000, pollMs: defaultWorkerSettings.pollMs }
/** A quarter of the real slots: with ten slots each instead of two, the crowd would hold all of them. */
const crowdSlots = { quick: 64, slow: 128, overtime: 64 }
const crowdSize = 40

/** Endpoints that wait before every answer, each with more deliveries queued than it may have in flight. */
async function slowEndpoints(count: number, known: 'new' | 'quick', wait: () => Promise<unknown>) {
  const receiver = await startLateReceiver(wait)
  const merchants: string[] = []
  for (let i = 0; i < count; i++) {
    const merchantId = await addEndpoint(service, `${receiver.url}/${i}`)
    await enqueue(service.db, merchantId, { count: 10 })
    merchants.push(merchantId)
  }
  await service.db`
    update callback_endpoints set quick = ${known === 'quick'} where merchant_id = any(${merchants})`
  onTestFinished(async () => {
    await service.db`delete from delivery_queue`
    await receiver.close()
  })
  return { receiver, merchants }
}

/** Expects callbacks to a separate endpoint to arrive, one after the other. */
async function expectArrivals(worker: CallbackWorker): Promise<void> {
  const receiver = await startReceiver()
  const merchantId = await addEndpoint(service, receiver.url)
  for (let count = 1; count <= 5; count++) {
    await enqueue(service.db, merchantId)
    worker.wake(merchantId)
    await expect.poll(() => receiver.received).toHaveLength(count)
  }
}

describe('many endpoints that answer late', () => {
  const [plain = 'a cluster'] = ways
  const crowds = [
    { what: 'have never answered', known: 'new', way: 'a cluster' },
    { what: 'answered quickly so far', known: 'quick', way: plain },
  ] as const
  it.each(crowds)('and $what hold few slots and delay nobody, on $way', async ({ known, way }) => {
    let answer = () => {}
    const nextAnswer = () =>
      new Promise<void>(resolve => {
        answer = resolve
      })
    let answers = nextAnswer()
    const crowd = await slowEndpoints(crowdSize, known, () => answers)
    const worker = startWorker(service, { way, settings: { ...settings, slots: crowdSlots } })
    const { received } = crowd.receiver
    await expect.poll(() => received.length).toBe(2 * crowdSize)
    await expectArrivals(worker)
    const heldMs = () => Date.now() - (received.at(-1)?.at ?? 0)
    await expect.poll(heldMs).toBeGreaterThan(2 * settings.slowAfterMs)
    // all endpoints answer, and get their next deliveries
    const answerAll = answer
    answers = nextAnswer()
    answerAll()
    await expect.poll(() => received.length).toBe(4 * crowdSize)
    await expectArrivals(worker)
    const marked = () => service.db`
      select 1 from callback_endpoints where quick and merchant_id = any(${crowd.merchants})`
    await waitFor(async () => expect(await marked()).toEqual([]))
    expect(crowd.receiver.most()).toBe(2)
    await crowd.receiver.close()
  })

  it('take turns if there are more of them than slots', async () => {
    const crowd = await slowEndpoints(12, 'new', () => pause(300))
    const slots = { quick: 4, slow: 4, overtime: 4 }
    startWorker(service, { settings: { slowAfterMs: 100, slots } })
    await waitFor(() => expect(new Set(crowd.receiver.received.map(({ path }) => path)).size).toBe(12))
    await crowd.receiver.close()
  })
})

describe('a quick endpoint', () => {
  it.each(ways)('is sent its due deliveries even if its worker is woken meanwhile, on %s', async way => {
    const receiver = await startReceiver()
    const merchantId = await addEndpoint(service, receiver.url)
    await enqueue(service.db, merchantId, { count: 20 })
    const worker = startWorker(service, { way })
    // more often than the queue can be read
    const calls = { go: true }
    const call = () => {
      worker.wake(merchantId)
      if (calls.go) setImmediate(call)
    }
    call()
    onTestFinished(() => {
      calls.go = false
    })
    await waitFor(() => expect(receiver.received).toHaveLength(20))
  })

  it('gets ten at a time once it has answered', async () => {
    // answers quickly at first, then waits until ten deliveries are in flight
    const held: ServerResponse[] = []
    let inFlight = 0
    let most = 0
    const answer = (response: ServerResponse) => {
      inFlight -= 1
      response.writeHead(200).end()
    }
    const receiver = await startReceiver((_, response) => {
      inFlight += 1
      most = Math.max(most, inFlight)
      held.push(response)
      if (receiver.received.length > 30 && most < 10) return
      for (const one of held.splice(0)) setTimeout(answer, 50, one)
    })
    const merchantId = await addEndpoint(service, receiver.url)
    await enqueue(service.db, merchantId, { count: 100 })
    startWorker(service, { settings: { ...settings, slowAfterMs: 10_000 } })
    await waitFor(async () => {
      const states = await statesOf(service.db, merchantId)
      expect(states.every(({ state }) => state === 'delivered')).toBe(true)
    })
    expect(most).toBe(10)
    const [endpoint] =
      await service.db`select quick from callback_endpoints where merchant_id = ${merchantId}`
    expect(endpoint).toEqual({ quick: true })
  })

  it('blocks no slots when many of its attempts take too long', async () => {
    const receiver = await startReceiver(() => {})
    const merchants = await Promise.all([1, 2, 3, 4].map(i => addEndpoint(service, `${receiver.url}/${i}`)))
    for (const merchantId of merchants) await enqueue(service.db, merchantId, { count: 9 })
    await service.db`update callback_endpoints set quick = true where merchant_id = any(${merchants})`
    const slots = { quick: 4, slow: 4, overtime: 6 }
    const worker = startWorker(service, { settings: { ...settings, slots } })
    // two to each endpoint: four in slots, and four more when the first are in overtime
    await waitFor(() => expect(receiver.received).toHaveLength(8))
    await expectArrivals(worker)
    await service.db`delete from delivery_queue`
    await receiver.close()
  })
})

describe('the window of an endpoint', () => {
  const few = { slow: 2, quick: 10 }
  const quickEndpoint = () => {
    const endpoint = newEndpoint('mer_a', few.slow)
    endpoint.state = { quick: true, failuresInARow: 0, epoch: 1 }
    return endpoint
  }

  it('grows with each quick answer up to the maximum, and shrinks after a late one', () => {
    const endpoint = quickEndpoint()
    for (let i = 0; i < 20; i++) answered(endpoint, true, few)
    expect(roomOf(endpoint, few)).toBe(10)
    endpoint.inFlight = 1
    expect(roomOf(endpoint, few)).toBe(9)
    answered(endpoint, false, few)
    expect(roomOf(endpoint, few)).toBe(1)
  })
})
