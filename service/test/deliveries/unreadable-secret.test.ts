import { describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { seal } from '../../src/crypto.ts'
import { startReceiver } from '../support/receiver.ts'
import { useService } from '../support/service.ts'
import { addEndpoint, enqueue, startWorker, statesOf } from './queue.ts'

const service = useService()

async function endpointWithout(change: (merchantId: string) => PromiseLike<unknown>) {
  const receiver = await startReceiver()
  const merchantId = await addEndpoint(service, receiver.url)
  await change(merchantId)
  return { receiver, merchantId }
}
const sealedWithAnotherKey = (merchantId: string) => service.db`
  update callback_secrets set sealed = ${seal([{ id: 'default', key: Buffer.alloc(32, 9) }], merchantId, 'whsec_x')}
  where merchant_id = ${merchantId}`
const deleted = (merchantId: string) =>
  service.db`delete from callback_secrets where merchant_id = ${merchantId}`
const ended = (merchantId: string) => service.db`
  update callback_secrets set expires_at = now() - interval '1 second' where merchant_id = ${merchantId}`

describe('a signing secret that', () => {
  it.each([
    ['cannot be opened', sealedWithAnotherKey, /signing secret cannot be opened/],
    ['is not there', deleted, /no valid signing secret/],
    ['has ended', ended, /no valid signing secret/],
  ])('%s makes each attempt fail visibly, up to the dead letter', async (_, change, error) => {
    const { receiver, merchantId } = await endpointWithout(change)
    await enqueue(service.db, merchantId)
    const well = await startReceiver()
    const other = await addEndpoint(service, well.url)
    await enqueue(service.db, other, { count: 5 })
    startWorker(service, { delaysMs: Array(8).fill(1) })
    await waitFor(async () =>
      expect(await statesOf(service.db, merchantId)).toEqual([{ state: 'dead', attempts: 9 }]),
    )
    const attempts = await service.db`
      select status, error from delivery_attempts where merchant_id = ${merchantId}`
    expect(attempts).toHaveLength(9)
    for (const attempt of attempts) {
      expect(attempt).toEqual({ status: null, error: expect.stringMatching(error) })
    }
    expect(receiver.received).toEqual([])
    const delivered = Array(5).fill({ state: 'delivered', attempts: 1 })
    await expect.poll(() => statesOf(service.db, other)).toEqual(delivered)
  })

  it('cannot be opened makes the test event fail visibly', async () => {
    const { receiver, merchantId } = await endpointWithout(sealedWithAnotherKey)
    const { status, body } = await service.admin('POST', `/merchants/${merchantId}/callback/test`, {})
    expect([status, body]).toEqual([
      200,
      { delivered: false, status: null, error: expect.stringMatching(/opened/), durationMs: 0, answer: '' },
    ])
    expect(receiver.received).toEqual([])
  })
})
