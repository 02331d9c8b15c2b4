import { describe, expect, it, onTestFinished } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { wholeScheduleMs } from '../../src/deliveries/schedule.ts'
import { findWaiting, readDue } from '../../src/deliveries/worker/due.sql.ts'
import { endOverdue } from '../../src/deliveries/worker/overdue.sql.ts'
import type { DeadLetter } from '../../src/deliveries/worker/settle.ts'
import { manualClock } from '../support/manual-clock.ts'
import { refuse, startReceiver } from '../support/receiver.ts'
import { startService, useService } from '../support/service.ts'
import { addEndpoint, enqueue, openDbOf, statesOf, ways } from './queue.ts'

const service = useService()
const clock = manualClock()
const callbacks = () => service.config.callbacks
const lifetimeMs = () => wholeScheduleMs(callbacks().retryDelaysMs, callbacks().timeoutMs)
const allShares = [...'0123456789abcdefghijklmnopqrstuvwxyz']

/** Ends overdue deliveries, as a worker with these shares and deliveries in flight would. */
async function run({
  inFlight = [] as string[],
  shares = allShares,
  db = service.db,
} = {}): Promise<DeadLetter[]> {
  const now = clock.now()
  const times = { now, overdueBefore: new Date(now.getTime() - lifetimeMs()) }
  const ended: DeadLetter[] = []
  for (const merchantId of await findWaiting(db, shares, times)) {
    const read = { merchantId, besides: inFlight, ...times }
    while ((await readDue(db, { ...read, most: 1, retries: true }))?.hasOverdue) {
      ended.push(...(await endOverdue(db, read)))
    }
  }
  return ended
}
const ago = (ms: number) => new Date(clock.now().getTime() - ms)

async function probedEndpoint(): Promise<string> {
  const merchantId = await addEndpoint(service, 'http://127.0.0.1:9/')
  await service.db`
    update callback_endpoints set failures_in_a_row = 10, paused_until = ${new Date(clock.now().getTime() + 60_000)}
    where merchant_id = ${merchantId}`
  return merchantId
}
const statesIn = async (merchantId: string) =>
  (await statesOf(service.db, merchantId)).map(({ state }) => state).toSorted()

describe('a delivery behind an endpoint that is probed', () => {
  it('waits as long as its schedule would have taken, then becomes a dead letter with that reason', async () => {
    const merchantId = await probedEndpoint()
    await enqueue(service.db, merchantId, { dueAt: ago(lifetimeMs() - 1000) })
    await run()
    expect(await statesIn(merchantId)).toEqual(['pending'])
    clock.advance(2)
    const ended = await run()
    const { body } = await service.admin('GET', `/deliveries?merchantId=${merchantId}&state=dead`)
    expect(body.data).toEqual([
      expect.objectContaining({
        attempts: 0,
        nextAttemptAt: null,
        lastStatus: null,
        lastError: expect.stringMatching(/endpoint kept failing.*schedule/),
      }),
    ])
    const metrics = await service.call('GET', '/metrics', { operator: true })
    expect(metrics.text).toMatch(/^svcpay_callbacks_dead [1-9]/m)
    const [{ deliveryId, lastError: error }] = body.data
    const facts = { merchantId, deliveryId, attempt: 0, status: null, error }
    expect(ended).toEqual([facts])
    expect((await service.admin('POST', `/deliveries/${deliveryId}/redeliver`)).body.state).toBe('pending')
  })

  it('counts from the start of its cycle, whichever attempt is next', async () => {
    const merchantId = await probedEndpoint()
    const queuedAt = ago(lifetimeMs() + 1000)
    await enqueue(service.db, merchantId, { attempt: 6, dueAt: ago(1000), queuedAt })
    await enqueue(service.db, merchantId, { attempt: 6, dueAt: ago(1000) })
    await run()
    expect(await statesIn(merchantId)).toEqual(['dead', 'pending'])
  })

  it('is left alone while its attempt is in flight or not due yet', async () => {
    const merchantId = await addEndpoint(service, 'http://127.0.0.1:9/')
    const queuedAt = ago(lifetimeMs() + 1000)
    await enqueue(service.db, merchantId, { dueAt: ago(5000), queuedAt })
    const [started] = await service.db<{ deliveryId: string }[]>`
      select delivery_id from delivery_queue where merchant_id = ${merchantId}`
    await enqueue(service.db, merchantId, { attempt: 9, dueAt: ago(-5000), queuedAt })
    await service.db`
      update callback_endpoints set failures_in_a_row = 10 where merchant_id = ${merchantId}`
    await run({ inFlight: [started?.deliveryId ?? ''] })
    expect(await statesIn(merchantId)).toEqual(['pending', 'pending'])
  })

  it('continues if it was redelivered', async () => {
    const merchantId = await probedEndpoint()
    await enqueue(service.db, merchantId, { dueAt: ago(lifetimeMs() + 1000) })
    await service.db`update delivery_queue set queued_at = ${clock.now()} where merchant_id = ${merchantId}`
    await run()
    expect(await statesIn(merchantId)).toEqual(['pending'])
  })

  it('is left alone while its endpoint is healthy, or when it only waits for us', async () => {
    const merchantId = await addEndpoint(service, 'http://127.0.0.1:9/')
    await enqueue(service.db, merchantId, { dueAt: ago(2 * lifetimeMs()) })
    await run()
    expect(await statesIn(merchantId)).toEqual(['pending'])
  })

  it('is left to the worker that holds its share', async () => {
    const merchantId = await probedEndpoint()
    await enqueue(service.db, merchantId, { dueAt: ago(lifetimeMs() + 1000) })
    await run({ shares: allShares.filter(share => !merchantId.endsWith(share)) })
    expect(await statesIn(merchantId)).toEqual(['pending'])
  })

  it.each(ways)('ends with all others in batches, on %s', async way => {
    const db = openDbOf(service.config.databaseUrl, way)
    onTestFinished(() => db.end())
    const merchants = [await probedEndpoint(), await probedEndpoint(), await probedEndpoint()]
    for (const merchantId of merchants) {
      await enqueue(service.db, merchantId, { count: 1100, dueAt: ago(lifetimeMs() + 1000) })
    }
    await run({ db })
    for (const merchantId of merchants) expect(await statesIn(merchantId)).toEqual(Array(1100).fill('dead'))
    const left = await service.db`select 1 from delivery_queue where merchant_id = any(${merchants})`
    expect(left).toEqual([])
  })
})

describe('a worker', () => {
  it('runs the job by itself', async () => {
    const env = { SVC_CALLBACK_RETRY_DELAYS_MS: '2,2,2,2,2,2,2,2', SVC_CALLBACK_TIMEOUT_MS: '100' }
    const worker = await startService(service.config.databaseUrl, { env, role: 'worker' })
    try {
      const receiver = await startReceiver(refuse(500))
      const merchantId = await addEndpoint(service, receiver.url)
      const count = 1000
      await enqueue(service.db, merchantId, { count, dueAt: new Date() })
      const ended = async () => expect(await statesIn(merchantId)).toEqual(Array(count).fill('dead'))
      await waitFor(ended)
      expect(receiver.received.length).toBeLessThan(count)
    } finally {
      await worker.stop()
    }
  })
})
