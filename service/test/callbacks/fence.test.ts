import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Claimed, claimDeliveries } from '../../src/callbacks/claim.sql.ts'
import { type Result, settleResults } from '../../src/callbacks/settle.sql.ts'
import { useService } from '../support/service.ts'
import { addEndpoint, enqueue, statesOf } from './queue.ts'

const service = useService({ role: 'api' })

interface Held {
  delivery: Claimed
  claimId: string
}

/** Claims the one delivery that is due, as a worker does. */
async function claim(at = new Date()): Promise<Held> {
  const claimId = randomUUID()
  const leaseUntil = new Date(at.getTime() + 30_000)
  const request = { lane: 'first', claimId, now: at, leaseUntil, after: '', maxEndpoints: 200 } as const
  const { deliveries } = await claimDeliveries(service.db, { ...request, maxPerEndpoint: 10, limit: 10 })
  const [delivery] = deliveries
  if (!delivery) throw new Error('nothing was due')
  return { delivery, claimId }
}

function settle({ delivery, claimId }: Held, outcome: Result['outcome']): Promise<void> {
  const { merchantId, deliveryId } = delivery
  const failed = outcome !== 'delivered'
  const result = {
    merchantId,
    deliveryId,
    claimId,
    startedAt: new Date(),
    durationMs: 5,
    status: failed ? 500 : 200,
    error: failed ? 'HTTP 500' : null,
    answer: Buffer.from('x'),
    outcome,
    retryAt: outcome === 'retry' ? new Date(Date.now() + 60_000) : null,
  }
  return settleResults(service.db, [result], new Date())
}

async function due(): Promise<string> {
  const merchantId = await addEndpoint(service, 'http://127.0.0.1:9/')
  await enqueue(service.db, merchantId)
  return merchantId
}

const queueOf = (merchantId: string) =>
  service.db`select claim_id, attempt from delivery_queue where merchant_id = ${merchantId}`
const logOf = (merchantId: string) =>
  service.db`select sequence, attempt, status from delivery_attempts where merchant_id = ${merchantId} order by 1`

describe('the result of an attempt', () => {
  it.each(['delivered', 'retry', 'dead'] as const)(
    'counts nothing and moves nothing once another worker has the claim: %s',
    async outcome => {
      const merchantId = await due()
      const slow = await claim()
      const other = await claim(new Date(Date.now() + 31_000))
      expect(other.delivery.deliveryId).toBe(slow.delivery.deliveryId)
      await settle(slow, outcome)
      expect(await statesOf(service.db, merchantId)).toEqual([{ state: 'pending', attempts: 0 }])
      expect(await queueOf(merchantId)).toEqual([{ claimId: other.claimId, attempt: 1 }])
      await settle(other, 'delivered')
      expect(await statesOf(service.db, merchantId)).toEqual([{ state: 'delivered', attempts: 1 }])
      expect(await logOf(merchantId)).toEqual([{ sequence: 1, attempt: 1, status: 200 }])
    },
  )

  it('counts once, however often it is written', async () => {
    const merchantId = await due()
    const held = await claim()
    await Promise.all([settle(held, 'retry'), settle(held, 'retry'), settle(held, 'retry')])
    await settle(held, 'delivered')
    expect(await statesOf(service.db, merchantId)).toEqual([{ state: 'pending', attempts: 1 }])
    expect(await queueOf(merchantId)).toEqual([{ claimId: null, attempt: 2 }])
    expect(await logOf(merchantId)).toEqual([{ sequence: 1, attempt: 1, status: 500 }])
    await service.db`delete from delivery_queue where merchant_id = ${merchantId}`
  })

  it('does not count when an operator began the delivery anew meanwhile', async () => {
    const merchantId = await due()
    const held = await claim()
    const { deliveryId } = held.delivery
    expect((await service.admin('POST', `/deliveries/${deliveryId}/redeliver`)).status).toBe(200)
    await settle(held, 'dead')
    expect(await statesOf(service.db, merchantId)).toEqual([{ state: 'pending', attempts: 0 }])
    expect(await queueOf(merchantId)).toEqual([{ claimId: null, attempt: 1 }])
    await settle(await claim(new Date(Date.now() + 1000)), 'delivered')
    expect(await statesOf(service.db, merchantId)).toEqual([{ state: 'delivered', attempts: 1 }])
  })
})
