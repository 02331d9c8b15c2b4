import type { ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createWindows } from '../../src/deliveries/windows.ts'
import { startReceiver } from '../support/receiver.ts'
import { useService } from '../support/service.ts'
import { startLateReceiver } from './late-receiver.ts'
import { addEndpoint, enqueue, startWorker, statesOf } from './queue.ts'

const service = useService()
const slowMs = 3000
/** In the proportion of the real ones: an answer after 9 s, and slow from 1 s on. */
const settings = { slowAfterMs: slowMs / 9, timeoutMs: 20_000 }
/** A quarter of the real ones: with ten each instead of two, a crowd would hold them all. */
const crowdSlots = { quick: 64, slow: 128, overtime: 64 }
const crowdSize = 25

/** Endpoints that take their time for every answer, each with more waiting than it may have in flight. */
async function slowEndpoints(count: number, known: 'new' | 'quick', answerMs = slowMs) {
  const receiver = await startLateReceiver(answerMs)
  const merchants: string[] = []
  for (let i = 0; i < count; i++) {
    const merchantId = await addEndpoint(service, `${receiver.url}/${i}`)
    await enqueue(service.db, merchantId, { count: 20 })
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

/** One callback after the other, each timed from the moment it is queued until it arrives. */
async function timesOf(count: number, worker: { wake(): void }): Promise<number[]> {
  const receiver = await startReceiver()
  const merchantId = await addEndpoint(service, receiver.url)
  const times: number[] = []
  for (let i = 1; i <= count; i++) {
    const startedAt = performance.now()
    await enqueue(service.db, merchantId)
    worker.wake()
    await vi.waitFor(() => expect(receiver.received).toHaveLength(i), { timeout: 20_000, interval: 2 })
    times.push(performance.now() - startedAt)
  }
  return times
}

describe('a crowd of endpoints that answer late', () => {
  it.each([
    ['were never heard of', 'new'],
    ['answered quickly so far', 'quick'],
  ] as const)('and %s hold few slots and delay nobody', async (_, known) => {
    const crowd = await slowEndpoints(crowdSize, known)
    const worker = startWorker(service, { settings: { ...settings, slots: crowdSlots } })
    await vi.waitFor(() => expect(crowd.receiver.received.length).toBeGreaterThanOrEqual(crowdSize), {
      timeout: 20_000,
      interval: 5,
    })
    const during = await timesOf(15, worker)
    // nobody waited for a slow one to end; how long a callback takes alone is for the bench to say
    expect(Math.max(...during)).toBeLessThan(slowMs / 2)
    const marked = () => service.db`
      select 1 from callback_endpoints where quick and merchant_id = any(${crowd.merchants})`
    await vi.waitFor(async () => expect(await marked()).toEqual([]), { timeout: 20_000 })
    expect(crowd.receiver.most()).toBe(2)
    await crowd.receiver.close()
  })

  it('take turns when they are more than there are slots for', async () => {
    const crowd = await slowEndpoints(12, 'new', 300)
    const slots = { quick: 4, slow: 4, overtime: 4 }
    startWorker(service, { settings: { slowAfterMs: 100, slots } })
    await vi.waitFor(() => expect(new Set(crowd.receiver.received.map(({ path }) => path)).size).toBe(12), {
      timeout: 30_000,
    })
    await crowd.receiver.close()
  }, 40_000)
})

describe('a quick endpoint', () => {
  it('gets ten at a time once it has answered', async () => {
    // once it has shown that it is quick, it waits until ten are with it
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
    await vi.waitFor(
      async () => {
        const states = await statesOf(service.db, merchantId)
        expect(states.every(({ state }) => state === 'delivered')).toBe(true)
      },
      { timeout: 30_000 },
    )
    expect(most).toBe(10)
    const [endpoint] =
      await service.db`select quick from callback_endpoints where merchant_id = ${merchantId}`
    expect(endpoint).toEqual({ quick: true })
  })

  it('keeps its slots from nobody when many attempts of it outlast the time', async () => {
    const receiver = await startReceiver(() => {})
    const merchants = await Promise.all([1, 2, 3, 4].map(i => addEndpoint(service, `${receiver.url}/${i}`)))
    for (const merchantId of merchants) await enqueue(service.db, merchantId, { count: 9 })
    await service.db`update callback_endpoints set quick = true where merchant_id = any(${merchants})`
    const slots = { quick: 4, slow: 4, overtime: 6 }
    const worker = startWorker(service, { settings: { ...settings, slots } })
    // two of each: four on slots, and four more when those have gone into overtime
    await vi.waitFor(() => expect(receiver.received).toHaveLength(8), { timeout: 10_000 })
    expect(Math.max(...(await timesOf(5, worker)))).toBeLessThan(slowMs)
    await service.db`delete from delivery_queue`
    await receiver.close()
  })
})

describe('the window of an endpoint', () => {
  const few = { first: 2, most: 10 }
  const roomOf = (windows: ReturnType<typeof createWindows>) => windows.rooms().mer_a

  it('grows with each quick answer up to the most, and is small again after a late one', () => {
    const windows = createWindows(few)
    for (let i = 0; i < 20; i++) {
      windows.take('mer_a')
      windows.release('mer_a', true)
    }
    expect(roomOf(windows)).toBe(10)
    windows.take('mer_a')
    expect(roomOf(windows)).toBe(9)
    windows.shrink('mer_a')
    expect(roomOf(windows)).toBe(1)
    windows.release('mer_a', false)
    expect(roomOf(windows)).toBe(2)
  })

  it('is forgotten when nothing was sent for a round, and not while something is in flight', () => {
    const windows = createWindows(few)
    windows.take('mer_a')
    for (let i = 0; i < 3; i++) windows.forgetIdle()
    expect(roomOf(windows)).toBe(1)
    windows.release('mer_a', true)
    windows.forgetIdle()
    expect(roomOf(windows)).toBe(3)
    windows.forgetIdle()
    expect(windows.rooms()).toEqual({})
  })
})
