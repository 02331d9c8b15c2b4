import { expect, it, onTestFinished } from 'vitest'
import { openDb } from '../../src/db/db.ts'
import { migrate } from '../../src/db/migrate.ts'
import { newMerchantId } from '../../src/ids.ts'
import { databaseForThisTest } from '../support/database.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService } from '../support/service.ts'
import { enqueue, statesOf } from './queue.ts'

/** The last schema with claims. */
const schemaBefore = 30

it('deliveries that were queued, claimed, requested or dead before the upgrade are all found after it', async () => {
  const url = await databaseForThisTest('empty')
  await migrate(url, schemaBefore)
  const db = openDb(url, { maxConnections: 2 })
  onTestFinished(() => db.end())
  const receiver = await startReceiver()
  const merchantId = newMerchantId()
  await db`
    insert into merchants (merchant_id, name, callback_url, created_at) values (${merchantId}, 'x', null, now())`
  await db`
    insert into callback_endpoints (merchant_id, claims, failures_in_a_row, probes, paused_until)
    values (${merchantId}, 7, 20, 3, now() + interval '1 hour')`
  await enqueue(db, merchantId, { count: 3 })
  await enqueue(db, merchantId, { count: 2, attempt: 4 })
  await db`
    update delivery_queue set claim_id = 'of the release before', claimed_until = now() + interval '30 seconds'
    where attempt = 4`
  const [asked, dead] = await db<{ deliveryId: string }[]>`
    update deliveries set updated_at = now() where attempts = 0 returning delivery_id`
  await db`
    update callback_endpoints set asked_for = array[${asked?.deliveryId ?? ''}::text], held = asked_for`
  await db`delete from delivery_queue where delivery_id = ${dead?.deliveryId ?? ''}`
  await db`update deliveries set state = 'dead' where delivery_id = ${dead?.deliveryId ?? ''}`

  await migrate(url)
  const service = await startService(url, { role: 'all' })
  onTestFinished(service.stop)
  const listed = await service.admin('GET', '/deliveries?state=dead')
  expect(listed.body.data).toEqual([expect.objectContaining({ deliveryId: dead?.deliveryId, state: 'dead' })])
  await service.admin('POST', `/merchants/${merchantId}/callback/rotate-secret`, { graceSeconds: 0 })
  await service.db`update merchants set callback_url = ${receiver.url} where merchant_id = ${merchantId}`
  // the requested delivery is the probe; once the endpoint has answered it, all others follow
  await expect.poll(() => receiver.received.length).toBe(4)
  const states = async () => (await statesOf(service.db, merchantId)).map(({ state }) => state).toSorted()
  await expect.poll(states).toEqual(['dead', 'delivered', 'delivered', 'delivered', 'delivered'])
})
