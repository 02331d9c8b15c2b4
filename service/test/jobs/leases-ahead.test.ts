import { expect, it } from 'vitest'
import { addEndpoint, enqueue } from '../deliveries/queue.ts'
import { underKey } from '../support/leases.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { startReceiver } from '../support/receiver.ts'

/** What happens when the database's clock was an hour ahead, and has been put back. */
const paying = usePaying({ role: 'all', webhooks: true })

it('an operation that was leased by a clock ahead is finished all the same', async () => {
  const { db } = paying.service
  const key = newKey()
  await paying.control('/faults', { operation: 'payment_intents.create', kind: 'lost' })
  expect((await paying.create({}, key)).status).toBe(504)
  await db`update open_operations set lease_until = now() + interval '1 hour' where ${underKey(db, key)}`
  await expect.poll(async () => (await paying.create({}, key)).status).toBe(200)
})

it('callbacks that were claimed by a clock ahead are sent, and hold up no others', async () => {
  const { db } = paying.service
  const receiver = await startReceiver()
  const merchantId = await addEndpoint(paying.service, receiver.url)
  await db.begin(async tx => {
    await enqueue(tx, merchantId, { count: 40 })
    await tx`
      update delivery_queue set claim_id = 'another', claimed_until = now() + interval '1 hour'
      where merchant_id = ${merchantId}`
  })
  await enqueue(db, merchantId)
  await expect.poll(() => receiver.received.length).toBe(41)
})
