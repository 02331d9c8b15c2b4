import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { takeEndpoint } from '../../src/deliveries/worker/due.sql.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { holdDelivery } from '../support/held-row.ts'
import { useService } from '../support/service.ts'
import { startLateReceiver } from './late-receiver.ts'
import { addEndpoint, enqueue, startWorker, statesOf } from './queue.ts'
import { dueAt, settle } from './queued.ts'

const service = useService()
const nowhere = 'http://127.0.0.1:9/'

async function endpointWith(count: number): Promise<string> {
  await service.db`delete from delivery_queue`
  const merchantId = await addEndpoint(service, nowhere)
  await enqueue(service.db, merchantId, { count })
  return merchantId
}

const queueOf = (merchantId: string) => service.db`
  select attempt from delivery_queue where merchant_id = ${merchantId}`
const redeliverPending = (merchantId: string) =>
  service.admin('POST', '/deliveries/redeliver', { merchantId, state: 'pending' })

describe('a redelivery', () => {
  it('queues the delivery even if its row changed while the redelivery waited for it', async () => {
    const merchantId = await endpointWith(1)
    const [held] = await dueAt(service.db, merchantId)
    if (!held) throw new Error('nothing was due')
    await settle(service.db, held, 'dead')
    const { deliveryId } = held
    const row = await holdDelivery(service.config.databaseUrl, deliveryId)
    const answer = service.admin('POST', `/deliveries/${deliveryId}/redeliver`)
    await row.waitedFor()
    await row.release()
    expect((await answer).body).toMatchObject({ state: 'pending', deliveryId })
    expect(await statesOf(service.db, merchantId)).toEqual([{ state: 'pending', attempts: 1 }])
    expect(await queueOf(merchantId)).toEqual([{ attempt: 1 }])
  })

  it('is refused if the delivery succeeded while the redelivery waited for it', async () => {
    const merchantId = await endpointWith(1)
    const [held] = await dueAt(service.db, merchantId)
    if (!held) throw new Error('nothing was due')
    const { deliveryId } = held
    const row = await holdDelivery(service.config.databaseUrl, deliveryId)
    const settled = settle(service.db, held, 'delivered')
    await row.waitedFor(1)
    const answer = service.admin('POST', `/deliveries/${deliveryId}/redeliver`)
    await row.waitedFor(2)
    await row.release()
    await settled
    expectProblem(await answer, 'invalid_state', { currentStatus: 'delivered' })
    expect(await queueOf(merchantId)).toEqual([])
  })

  it.each([
    ['one', (_: string, deliveryId: string) => service.admin('POST', `/deliveries/${deliveryId}/redeliver`)],
    ['many', redeliverPending],
  ])('of %s and the end of an attempt never wait for each other', async (_, redeliver) => {
    const merchantId = await endpointWith(1)
    const [held] = await dueAt(service.db, merchantId)
    if (!held) throw new Error('nothing was due')
    const row = await holdDelivery(service.config.databaseUrl, held.deliveryId)
    const answer = redeliver(merchantId, held.deliveryId)
    await row.waitedFor(1)
    const settled = settle(service.db, held, 'retry')
    await row.waitedFor(2)
    await row.release()
    await settled
    expect((await answer).status).toBe(200)
    expect(await queueOf(merchantId)).toEqual([{ attempt: 1 }])
  })

  it('and the end of many attempts lock them in the same order', async () => {
    const merchantId = await endpointWith(60)
    for (let round = 0; round < 6; round++) {
      const held = await dueAt(service.db, merchantId)
      const [answer] = await Promise.all([
        redeliverPending(merchantId),
        redeliverPending(merchantId),
        ...held.reverse().map(one => settle(service.db, one, 'retry')),
      ])
      expect(answer?.status).toBe(200)
      await service.db`update delivery_queue set due_at = now(), attempt = 1`
    }
  })
})

describe('a redelivery of a delivery in flight', () => {
  it('keeps its slot: never more than ten in flight', async () => {
    const merchantId = await endpointWith(0)
    const receiver = await startLateReceiver(() => pause(40))
    await service.admin('PUT', `/merchants/${merchantId}/callback`, { url: receiver.url })
    await enqueue(service.db, merchantId, { count: 80 })
    const worker = startWorker(service)
    const left = async () => (await queueOf(merchantId)).length
    while ((await left()) > 0) {
      await redeliverPending(merchantId)
      worker.wake()
    }
    await expect.poll(receiver.inFlight).toBe(0)
    expect(receiver.most()).toBeLessThanOrEqual(10)
    expect(receiver.received).toHaveLength(80)
  })

  it.each(['retry', 'dead'] as const)('starts the fresh cycle when the attempt ends: %s', async outcome => {
    const merchantId = await endpointWith(0)
    await enqueue(service.db, merchantId, { attempt: 9 })
    const [held] = await dueAt(service.db, merchantId)
    if (!held) throw new Error('nothing was due')
    const { deliveryId } = held
    await service.admin('POST', `/deliveries/${deliveryId}/redeliver`)
    await settle(service.db, held, outcome)
    expect(await statesOf(service.db, merchantId)).toEqual([{ state: 'pending', attempts: 9 }])
    expect(await queueOf(merchantId)).toEqual([{ attempt: 1 }])
    const { body } = await service.admin('GET', `/deliveries/${deliveryId}`)
    expect(body.attemptLog).toEqual([expect.objectContaining({ attempt: 9, error: 'HTTP 500' })])
    expect(await dueAt(service.db, merchantId)).toMatchObject([{ deliveryId, attempt: 1 }])
  })

  it('does nothing if the attempt succeeds', async () => {
    const merchantId = await endpointWith(1)
    const [held] = await dueAt(service.db, merchantId)
    if (!held) throw new Error('nothing was due')
    await service.admin('POST', `/deliveries/${held.deliveryId}/redeliver`)
    await settle(service.db, held, 'delivered')
    expect(await statesOf(service.db, merchantId)).toEqual([{ state: 'delivered', attempts: 1 }])
    expect(await queueOf(merchantId)).toEqual([])
  })

  it('starts the fresh cycle if the worker dies', async () => {
    await endpointWith(0)
    const merchantId = await addEndpoint(service, nowhere)
    await enqueue(service.db, merchantId, { attempt: 5 })
    const [lost] = await dueAt(service.db, merchantId)
    if (!lost) throw new Error('nothing was due')
    await redeliverPending(merchantId)
    await takeEndpoint(service.db, merchantId, 1)
    const [held] = await dueAt(service.db, merchantId)
    expect(held?.attempt).toBe(1)
    if (!held) throw new Error('nothing was due')
    await settle(service.db, lost, 'dead')
    await settle(service.db, held, 'retry', 1)
    expect(await queueOf(merchantId)).toEqual([{ attempt: 2 }])
  })
})

describe('a bulk redelivery for a merchant that does not exist', () => {
  it.each(['mer_01jd3k5v8xemw9g6t2q4r7y0zb', 'mer_nope', 'x', '%'])('finds nothing: %s', async merchantId => {
    for (const dryRun of [true, false]) {
      const answer = await service.admin('POST', '/deliveries/redeliver', {
        merchantId,
        state: 'dead',
        dryRun,
      })
      expectProblem(answer, 'not_found')
    }
  })
})
