import { createHmac, randomBytes } from 'node:crypto'
import { seal } from 'svcpay/dist/crypto.js'
import { newDeliveryId } from 'svcpay/dist/ids.js'
import { Pool } from 'undici'
import { secrets } from './service.js'

const encryptionKeys = [{ id: 'default', key: secrets.encryptionKey }]

export function eventBody(eventId) {
  const intent = { id: `pi_${eventId}`, object: 'payment_intent', amount: 5000, status: 'succeeded' }
  const filling = 'x'.repeat(800)
  return JSON.stringify({ id: eventId, type: 'payment_intent.succeeded', data: { object: intent }, filling })
}

/** Writes callbacks of all merchants, sealed as by the service. `commit` lets the workers see them. */
export async function queueCallbacks(db, merchants, count) {
  const run = randomBytes(6).toString('hex')
  const rows = Array.from({ length: count }, (_, i) => {
    const eventId = `evt_${run}${i}`
    const body = seal(encryptionKeys, eventId, eventBody(eventId)).toString('base64')
    const { merchantId } = merchants[i % merchants.length]
    return { merchantId, eventId, deliveryId: newDeliveryId(), body }
  })
  const column = name => rows.map(row => row[name])
  const held = await db.reserve()
  await held`begin`
  await held`
    with given as (
      select * from unnest(${column('merchantId')}::text[], ${column('eventId')}::text[],
        ${column('deliveryId')}::text[], ${column('body')}::text[]) as g (merchant_id, event_id, delivery_id, body)
    ), recorded as (
      insert into events (merchant_id, processor, event_id, type, sealed_body, outcome, created_at, received_at)
      select merchant_id, 'stripe', event_id, 'payment_intent.succeeded', decode(body, 'base64'), 'applied', now(), now()
      from given
    ), delivered as (
      insert into deliveries (merchant_id, delivery_id, processor, event_id, type, state, created_at, updated_at)
      select merchant_id, delivery_id, 'stripe', event_id, 'payment_intent.succeeded', 'pending', now(), now() from given
    )
    insert into delivery_queue (merchant_id, delivery_id, due_at, attempt)
    select merchant_id, delivery_id, now(), 1 from given`
  const commit = async () => {
    await held`commit`
    await held`select pg_notify('svcpay_callbacks', 'bench')`
    held.release()
  }
  return { eventIds: column('eventId'), commit }
}

/** The same callbacks, for peers that do not use our database. */
export function bareCallback(n, merchants) {
  const eventId = `evt_${n}`
  return { merchant: n % merchants, eventId, text: eventBody(eventId) }
}

/** Signs and posts, which is the minimum that sending a callback takes. */
export function createBareSender(receiverUrl, connections) {
  const pool = new Pool(receiverUrl, { connections, pipelining: 1 })
  return async ({ merchant, eventId, text }) => {
    const body = Buffer.from(text)
    const t = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', 'whsec_x').update(`${t}.`).update(body).digest('hex')
    const headers = {
      'content-type': 'application/json',
      'svc-event-id': eventId,
      'svc-event-type': 'payment_intent.succeeded',
      'svc-signature': `t=${t},v1=${signature}`,
    }
    const path = `/merchants/${merchant}`
    const { statusCode, body: answer } = await pool.request({ path, method: 'POST', headers, body })
    await answer.dump()
    if (statusCode !== 200) throw new Error(`HTTP ${statusCode}`)
  }
}
