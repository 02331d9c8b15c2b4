import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Db, openDb } from '../../src/db/db.ts'
import { reportEndpoints } from '../../src/deliveries/endpoints.sql.ts'
import { accept, type Behaviour, refuse, startReceiver } from '../support/receiver.ts'
import { useService } from '../support/service.ts'
import { claimAll, type Held, settle } from './claimed.ts'
import { addEndpoint, enqueue, startWorker } from './queue.ts'

const service = useService()
const pauses = { firstMs: 30_000, longestMs: 300_000 }

/** An endpoint that is left alone for an hour, with first attempts and later ones that waited long. */
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

async function claimed(db: Db, merchantId: string): Promise<Held[]> {
  const now = new Date()
  const taken = [
    ...(await claimAll(db, { line: 'first', now })),
    ...(await claimAll(db, { line: 'again', now })),
  ]
  return taken.filter(({ delivery }) => delivery.merchantId === merchantId)
}

async function fail(db: Db, held: Held): Promise<void> {
  const { merchantId } = held.delivery
  await reportEndpoints(db, [{ merchantId, failures: 1, quick: false }], pauses, new Date())
  await settle(db, held, 'retry')
}

const idsOf = (taken: Held[]) => taken.map(({ delivery }) => delivery.deliveryId)

function separateDb(): Db {
  const db = openDb(service.config.databaseUrl)
  onTestFinished(() => db.end())
  return db
}

describe.each([
  ['in one statement', () => service.db],
  ['merchant by merchant', separateDb],
])('a delivery that is asked for while its endpoint is probed, claimed %s,', (_, dbOf) => {
  it('is the next probe, though others wait for longer', async () => {
    const db = dbOf()
    const { merchantId, ids } = await probedEndpoint()
    expect(await claimed(db, merchantId)).toEqual([])
    const { nextAttemptAt } = await redeliver(ids[2])
    expect(Date.parse(nextAttemptAt)).toBeLessThanOrEqual(Date.now())
    const [probe, ...others] = await claimed(db, merchantId)
    expect([probe?.delivery.deliveryId, probe?.delivery.attempt, others]).toEqual([ids[2], 1, []])
    expect(await claimed(db, merchantId), 'one at a time').toEqual([])
    await fail(db, probe as Held)
    expect(await claimed(db, merchantId), 'and alone').toEqual([])
  })

  it('is tried as soon as a probe in flight has ended, whatever came of that', async () => {
    const db = dbOf()
    const { merchantId, ids } = await probedEndpoint()
    await redeliver(ids[0])
    const [first] = await claimed(db, merchantId)
    await redeliver(ids[5])
    await redeliver(ids[3])
    expect(await claimed(db, merchantId)).toEqual([])
    await fail(db, first as Held)
    const [second, ...none] = await claimed(db, merchantId)
    expect([second?.delivery.deliveryId, none]).toEqual([ids[5], []])
    await fail(db, second as Held)
    expect(idsOf(await claimed(db, merchantId))).toEqual([ids[3]])
  })

  it('is tried again when it was in flight itself', async () => {
    const db = dbOf()
    const { merchantId, ids } = await probedEndpoint()
    await redeliver(ids[1])
    const [first] = await claimed(db, merchantId)
    await redeliver(ids[1])
    expect(await claimed(db, merchantId)).toEqual([])
    await fail(db, first as Held)
    expect(idsOf(await claimed(db, merchantId))).toEqual([ids[1]])
  })

  it('is forgotten when the endpoint answers, and all others follow', async () => {
    const db = dbOf()
    const { merchantId, ids } = await probedEndpoint()
    await redeliver(ids[1])
    const [probe] = await claimed(db, merchantId)
    await redeliver(ids[1])
    await reportEndpoints(db, [{ merchantId, failures: 0, quick: false }], pauses, new Date())
    await settle(db, probe as Held, 'delivered')
    expect((await claimed(db, merchantId)).length).toBe(5)
    const [row] = await service.db`select asked_for from callback_endpoints where merchant_id = ${merchantId}`
    expect(row).toEqual({ askedFor: [] })
  })
})

describe('a redelivery to an endpoint that still fails', () => {
  it('is attempted at once and alone', async () => {
    const receiver = await startReceiver(refuse(503))
    const { merchantId, ids } = await probedEndpoint(receiver.url)
    startWorker(service)
    const eventIds = () => receiver.received.map(({ headers }) => headers['svc-event-id'])
    const { eventId } = await redeliver(ids[4])
    await vi.waitFor(() => expect(eventIds()).toEqual([eventId]), { timeout: 10_000 })
    const shown = async () => (await service.admin('GET', `/deliveries/${ids[4]}`)).body
    await vi.waitFor(async () => expect(await shown()).toMatchObject({ lastStatus: 503, state: 'pending' }), {
      timeout: 10_000,
    })
    const [paused] = await service.db`
      select paused_until > now() as paused from callback_endpoints where merchant_id = ${merchantId}`
    expect(paused).toEqual({ paused: true })
    expect(eventIds()).toEqual([eventId])
  })

  it('does not wait for the pause that a probe in flight brings about', async () => {
    const held: (() => void)[] = []
    const hold: Behaviour = (_callback, response) => held.push(() => response.writeHead(500).end())
    const receiver = await startReceiver(hold)
    const { ids } = await probedEndpoint(receiver.url)
    startWorker(service)
    await redeliver(ids[0])
    await vi.waitFor(() => expect(held).toHaveLength(1), { timeout: 10_000 })
    const { eventId } = await redeliver(ids[1])
    receiver.behave(accept)
    held[0]?.()
    await vi.waitFor(() => expect(receiver.received).toHaveLength(6), { timeout: 10_000 })
    expect(receiver.received[1]?.headers['svc-event-id']).toBe(eventId)
  })
})
