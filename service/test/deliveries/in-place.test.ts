import { expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { accept, refuse, startReceiver } from '../support/receiver.ts'
import { endConnections } from '../support/server-processes.ts'
import { useService } from '../support/service.ts'
import { addEndpoint, enqueue, startWorker, statesOf } from './queue.ts'

const service = useService()

/** Read from the server: how often rows were changed, and how often without touching an index. */
async function updates() {
  const [row] = await service.db<{ all: number; inPlace: number }[]>`
    select n_tup_upd::int as all, n_tup_hot_upd::int as in_place from pg_stat_user_tables
    where relname = 'deliveries'`
  return row ?? { all: 0, inPlace: 0 }
}

it('nine of ten changes touch no index when deliveries are sent, retried, abandoned and sent again', async () => {
  const receiver = await startReceiver()
  const failing = await startReceiver(refuse(500))
  const [well, ill] = [await addEndpoint(service, receiver.url), await addEndpoint(service, failing.url)]
  startWorker(service, { delaysMs: Array(8).fill(2) })
  const until = async (merchantId: string, states: object[]) =>
    await waitFor(async () => expect(await statesOf(service.db, merchantId)).toEqual(states))
  for (let i = 1; i <= 5; i++) {
    await enqueue(service.db, well, { count: 40 })
    await until(well, Array(i * 40).fill({ state: 'delivered', attempts: 1 }))
  }
  await enqueue(service.db, ill, { count: 5 })
  await until(ill, Array(5).fill({ state: 'dead', attempts: 9 }))
  failing.behave(accept)
  await service.admin('POST', '/deliveries/redeliver', { merchantId: ill, state: 'dead' })
  await until(ill, Array(5).fill({ state: 'delivered', attempts: 10 }))
  await endConnections(service.config.databaseUrl)
  const { all, inPlace } = await updates()
  expect(all).toBe(200 + 5 * 9 + 5 * 2)
  expect(inPlace / all).toBeGreaterThan(0.9)
})

it('all deliveries of a page stay on it when one batch changes them', async () => {
  const merchantId = await addEndpoint(service, 'http://127.0.0.1:9/')
  await enqueue(service.db, merchantId, { count: 200 })
  const pages = async () =>
    await service.db`
      select delivery_id, (ctid::text::point)[0] as page from deliveries
      where merchant_id = ${merchantId} order by delivery_id`
  const before = await pages()
  await service.db`update deliveries set attempts = 1, last_status = 200 where merchant_id = ${merchantId}`
  expect(await pages()).toEqual(before)
})

it('every dead letter has its time of death until it is redelivered', async () => {
  const merchantId = await addEndpoint(service, 'http://127.0.0.1:9/')
  await enqueue(service.db, merchantId)
  const deadAt = async () =>
    (await service.db`select dead_at from deliveries where merchant_id = ${merchantId}`)[0]?.deadAt
  expect(await deadAt()).toBe(null)
  await service.db`update deliveries set state = 'dead', updated_at = now() where merchant_id = ${merchantId}`
  expect(await deadAt()).toEqual(expect.any(Date))
  const { body } = await service.admin('GET', `/deliveries?merchantId=${merchantId}&state=dead`)
  expect(body.data).toHaveLength(1)
  await service.admin('POST', `/deliveries/${body.data[0].deliveryId}/redeliver`)
  expect(await deadAt()).toBe(null)
})
