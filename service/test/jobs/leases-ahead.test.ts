import { expect, it } from 'vitest'
import { addEndpoint, enqueue } from '../deliveries/queue.ts'
import { underKey } from '../support/leases.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { startReceiver } from '../support/receiver.ts'

/** The database's clock was an hour ahead, and has been set back. */
const paying = usePaying({ role: 'all', webhooks: true })

it('an operation leased while the clock was ahead is still finished', async () => {
  const { db } = paying.service
  const key = newKey()
  await paying.control('/faults', { operation: 'payment_intents.create', kind: 'lost' })
  expect((await paying.create({}, key)).status).toBe(504)
  await db`update open_operations set lease_until = now() + interval '1 hour' where ${underKey(db, key)}`
  await expect.poll(async () => (await paying.create({}, key)).status).toBe(200)
})

it('callbacks of a worker that died while the clock was ahead are still sent', async () => {
  const { db } = paying.service
  const receiver = await startReceiver()
  const merchantId = await addEndpoint(paying.service, receiver.url)
  await db`insert into callback_workers (worker_id, alive_until) values ('another', now() + interval '1 hour')`
  await db`update callback_shares set worker_id = 'another'`
  await enqueue(db, merchantId, { count: 40 })
  const arrived = () => new Set(receiver.received.map(({ headers }) => headers['svc-event-id'])).size
  await expect.poll(arrived).toBe(40)
})
