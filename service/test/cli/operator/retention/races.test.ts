import { expect, it } from 'vitest'
import { eventBodies } from '../../../../src/cli/operator/retention/old-details.sql.ts'
import { enqueue } from '../../../deliveries/queue.ts'
import { expectProblem } from '../../../support/expect-problem.ts'
import { type PayingMerchant, usePaying } from '../../../support/paying.ts'
import type { Answer } from '../../../support/service.ts'
import { soon } from './story.ts'

const paying = usePaying()

/** Removes the event's body, and commits once another call waits for it. */
async function whileRemoving(merchant: PayingMerchant, call: () => Promise<Answer>): Promise<Answer> {
  const { db } = paying.service
  const { merchantId } = merchant
  const cutoff = soon()
  const waiting = () => db`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const options = { cutoff, after: null, limit: 10 }
  const rows = await db.begin(tx => eventBodies.look(tx, merchantId, options))
  let answer: Promise<Answer> | undefined
  await db.begin(async tx => {
    expect(await eventBodies.remove(tx, merchantId, cutoff, rows)).toBe(1)
    answer = call()
    await expect.poll(waiting).toHaveLength(1)
  })
  if (!answer) throw new Error('nobody called')
  return await answer
}

async function deliveredEvent() {
  const { db } = paying.service
  const merchant = await paying.addMerchant()
  const { merchantId } = merchant
  await enqueue(db, merchantId)
  await db`delete from delivery_queue where merchant_id = ${merchantId}`
  const [row] = await db<{ eventId: string; deliveryId: string }[]>`
    update deliveries set state = 'delivered' where merchant_id = ${merchantId} returning event_id, delivery_id`
  return { merchant, eventId: row?.eventId ?? '', deliveryId: row?.deliveryId ?? '' }
}

const force = { force: true }

it('an operator’s redelivery waits for a removal, and is then refused', async () => {
  const { merchant, deliveryId } = await deliveredEvent()
  const resend = () => paying.service.admin('POST', `/deliveries/${deliveryId}/redeliver`, force)
  expectProblem(await whileRemoving(merchant, resend), 'invalid_state')
  expect(await paying.service.db`select 1 from delivery_queue`).toHaveLength(0)
})

it('the first delivery of an event waits for a removal, too, and is then refused', async () => {
  const { db } = paying.service
  const { merchant, eventId } = await deliveredEvent()
  await db`delete from deliveries where merchant_id = ${merchant.merchantId}`
  const send = () =>
    paying.service.call('POST', `/v1/events/${eventId}/redeliver`, { key: merchant.apiKey, body: force })
  expectProblem(await whileRemoving(merchant, send), 'invalid_state')
  expect(await db`select 1 from deliveries where merchant_id = ${merchant.merchantId}`).toHaveLength(0)
})

it('an event that is redelivered after it was selected keeps its body', async () => {
  const { db } = paying.service
  const { merchant, deliveryId } = await deliveredEvent()
  const { merchantId } = merchant
  const cutoff = soon()
  const options = { cutoff, after: null, limit: 10 }
  const rows = await db.begin(tx => eventBodies.look(tx, merchantId, options))
  expect((await paying.service.admin('POST', `/deliveries/${deliveryId}/redeliver`, force)).status).toBe(200)
  expect(await db.begin(tx => eventBodies.remove(tx, merchantId, cutoff, rows))).toBe(0)
})
