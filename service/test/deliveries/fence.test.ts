import { describe, expect, it } from 'vitest'
import type { AttemptResult } from '../../src/deliveries/settle.sql.ts'
import { useService } from '../support/service.ts'
import { claimAll, type Held, settle as settleIn } from './claimed.ts'
import { addEndpoint, enqueue, statesOf } from './queue.ts'

const service = useService()

/** Claims the one delivery that is due. */
async function claim(now = new Date()): Promise<Held> {
  const [held] = await claimAll(service.db, { now })
  if (!held) throw new Error('nothing was due')
  return held
}
const settle = (held: Held, outcome: AttemptResult['outcome']) => settleIn(service.db, held, outcome)

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
})
