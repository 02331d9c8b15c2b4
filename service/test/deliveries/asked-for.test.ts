import { describe, expect, it } from 'vitest'
import { accept, type Behavior, refuse, startReceiver } from '../support/receiver.ts'
import { useService } from '../support/service.ts'
import { addEndpoint, enqueue, startWorker, statesOf, ways } from './queue.ts'

const service = useService()

/** An endpoint that is paused for an hour, with first attempts and retries that have waited long. */
async function probedEndpoint(url = 'http://127.0.0.1:9/') {
  const merchantId = await addEndpoint(service, url)
  await service.db`
    update callback_endpoints set failures_in_a_row = 20, probes = 9, paused_until = now() + interval '1 hour'
    where merchant_id = ${merchantId}`
  const dueAt = new Date(Date.now() - 60_000)
  await enqueue(service.db, merchantId, { count: 3, dueAt })
  await enqueue(service.db, merchantId, { count: 3, attempt: 2, dueAt })
  const listed = await service.admin('GET', `/deliveries?merchantId=${merchantId}`)
  const ids: string[] = listed.body.data.map(({ deliveryId }: { deliveryId: string }) => deliveryId)
  return { merchantId, ids: ids.toSorted() }
}

async function redeliver(deliveryId: string | undefined) {
  const { status, body } = await service.admin('POST', `/deliveries/${deliveryId}/redeliver`)
  expect(status).toBe(200)
  return body
}

/** A receiver that answers when the test says so, with the status that it says. */
async function holdingReceiver() {
  const held: ((status: number) => void)[] = []
  const receiver = await startReceiver((_callback, response) =>
    held.push(status => response.writeHead(status).end()),
  )
  return {
    receiver,
    answerNext: (status: number) => held.shift()?.(status),
    /** The sent deliveries, in order. */
    sent: async (count: number) => {
      await expect.poll(() => receiver.received).toHaveLength(count)
      return receiver.received.map(({ headers }) => [
        headers['svc-event-id'],
        headers['svc-delivery-attempt'],
      ])
    },
  }
}

/** Waits for this many settled attempts. By then, a worker would have sent any other delivery, too. */
async function settled(merchantId: string, attempts: number): Promise<void> {
  const tried = async () =>
    (await statesOf(service.db, merchantId)).reduce((sum, one) => sum + one.attempts, 0)
  await expect.poll(tried).toBe(attempts)
}

describe.each(ways)('a delivery requested while its endpoint is probed, on %s,', way => {
  it('is the next probe, and the only one, even if others have waited longer', async () => {
    const { receiver, answerNext, sent } = await holdingReceiver()
    const { merchantId, ids } = await probedEndpoint(receiver.url)
    const worker = startWorker(service, { way })
    const { eventId, nextAttemptAt } = await redeliver(ids[2])
    expect(Date.parse(nextAttemptAt)).toBeLessThanOrEqual(Date.now())
    expect(await sent(1)).toEqual([[eventId, '1']])
    answerNext(500)
    // the others had three attempts before
    await settled(merchantId, 4)
    const other = await redeliver(ids[0])
    expect((await sent(2))[1]).toEqual([other.eventId, '1'])
    answerNext(500)
    await worker.stop()
    expect(receiver.received).toHaveLength(2)
  })

  it('is tried as soon as a probe in flight has ended, with any result, in the order of the requests', async () => {
    const { receiver, answerNext, sent } = await holdingReceiver()
    const { ids } = await probedEndpoint(receiver.url)
    startWorker(service, { way })
    await redeliver(ids[0])
    await sent(1)
    const second = await redeliver(ids[5])
    const third = await redeliver(ids[3])
    expect(receiver.received).toHaveLength(1)
    answerNext(500)
    expect((await sent(2))[1]).toEqual([second.eventId, '1'])
    answerNext(500)
    expect((await sent(3))[2]).toEqual([third.eventId, '1'])
    receiver.behave(refuse(500))
    answerNext(500)
  })

  it('is tried again if it was in flight itself', async () => {
    const { receiver, answerNext, sent } = await holdingReceiver()
    const { ids } = await probedEndpoint(receiver.url)
    startWorker(service, { way })
    await redeliver(ids[1])
    await sent(1)
    await redeliver(ids[1])
    answerNext(500)
    const [first, second] = await sent(2)
    expect(second).toEqual(first)
    receiver.behave(refuse(500))
    answerNext(500)
  })

  it('is followed by all others if the endpoint answers', async () => {
    const { receiver, answerNext, sent } = await holdingReceiver()
    const { merchantId, ids } = await probedEndpoint(receiver.url)
    startWorker(service, { way })
    await redeliver(ids[1])
    await sent(1)
    receiver.behave(accept)
    answerNext(200)
    expect(new Set((await sent(6)).map(([eventId]) => eventId)).size).toBe(6)
    await expect
      .poll(async () => (await statesOf(service.db, merchantId)).map(({ state }) => state))
      .toEqual(Array(6).fill('delivered'))
  })
})

describe('a redelivery to a failing endpoint', () => {
  it('is attempted at once and alone', async () => {
    const receiver = await startReceiver(refuse(503))
    const { merchantId, ids } = await probedEndpoint(receiver.url)
    startWorker(service)
    const eventIds = () => receiver.received.map(({ headers }) => headers['svc-event-id'])
    const { eventId } = await redeliver(ids[4])
    await expect.poll(eventIds).toEqual([eventId])
    const shown = async () => (await service.admin('GET', `/deliveries/${ids[4]}`)).body
    await expect.poll(shown).toMatchObject({ lastStatus: 503, state: 'pending' })
    const [paused] = await service.db`
      select paused_until > now() as paused from callback_endpoints where merchant_id = ${merchantId}`
    expect(paused).toEqual({ paused: true })
    expect(eventIds()).toEqual([eventId])
  })

  it('does not wait for the pause caused by a probe in flight', async () => {
    const held: (() => void)[] = []
    const hold: Behavior = (_callback, response) => held.push(() => response.writeHead(500).end())
    const receiver = await startReceiver(hold)
    const { ids } = await probedEndpoint(receiver.url)
    startWorker(service)
    await redeliver(ids[0])
    await expect.poll(() => held).toHaveLength(1)
    const { eventId } = await redeliver(ids[1])
    receiver.behave(accept)
    held[0]?.()
    await expect.poll(() => receiver.received).toHaveLength(6)
    expect(receiver.received[1]?.headers['svc-event-id']).toBe(eventId)
  })
})
