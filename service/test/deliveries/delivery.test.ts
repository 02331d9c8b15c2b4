import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { usePaying } from '../support/paying.ts'
import { refuse, startReceiver } from '../support/receiver.ts'
import { storedEvents } from '../support/stored-events.ts'

const paying = usePaying({
  role: 'all',
  webhooks: true,
  env: { SVC_CALLBACK_RETRY_DELAYS_MS: '10,10,10,10,10,10,10,10' },
})

async function receiving(...args: Parameters<typeof startReceiver>) {
  const receiver = await startReceiver(...args)
  const merchant = await paying.addMerchant({ callbackUrl: receiver.url })
  paying.merchant = merchant
  const rows = await paying.service.admin(
    'POST',
    `/merchants/${merchant.merchantId}/callback/rotate-secret`,
    {
      graceSeconds: 0,
    },
  )
  return { receiver, merchant, secret: rows.body.signingSecret as string }
}

const deliveriesOf = (merchantId: string) =>
  paying.service.db`select * from deliveries where merchant_id = ${merchantId} order by delivery_id`

describe('a callback', () => {
  it('arrives with the specified headers, signed, with the processor’s bytes', async () => {
    const { receiver, merchant, secret } = await receiving()
    const { id } = await paying.pay({ amountCents: 4200 })
    await waitFor(() => expect(receiver.received.length).toBeGreaterThan(0))
    const [callback] = receiver.received
    if (!callback) throw new Error('nothing received')
    const event = JSON.parse(callback.body.toString())
    expect(callback.headers).toMatchObject({
      'content-type': 'application/json',
      'svc-event-type': 'payment_intent.succeeded',
      'svc-event-id': event.id,
      'svc-payment-id': id,
      'svc-delivery-attempt': '1',
    })
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(callback.headers['svc-signature'])) ?? []
    const expected = createHmac('sha256', secret).update(`${t}.${callback.body}`).digest('hex')
    expect(v1).toBe(expected)
    expect(event).toMatchObject({
      object: 'event',
      account: merchant.accountId,
      data: { object: { amount: 4200 } },
    })
    const stored = (await storedEvents(paying.service.db)).find(({ eventId }) => eventId === event.id)
    expect(stored && callback.body.equals(stored.body)).toBe(true)
    await waitFor(async () => {
      expect(await deliveriesOf(merchant.merchantId)).toMatchObject([
        { state: 'delivered', attempts: 1, lastStatus: 200 },
      ])
    })
    expect((await paying.get(`/payments/${id}`)).body.status).toBe('succeeded')
  })

  it('shows operators what is sent, without the client secret', async () => {
    const { receiver, merchant } = await receiving()
    const { id } = await paying.pay()
    await waitFor(() => expect(receiver.received).toHaveLength(1))
    const [delivery] = await deliveriesOf(merchant.merchantId)
    const { body } = await paying.service.admin('GET', `/deliveries/${delivery?.deliveryId}`)
    expect(body.request).toMatchObject({
      url: receiver.url,
      headers: { 'svc-event-id': delivery?.eventId, 'svc-payment-id': id },
    })
    const sent = JSON.parse(receiver.received[0]?.body.toString() ?? '')
    expect(sent.data.object.client_secret).toMatch(/_secret_/)
    sent.data.object.client_secret = '••••••'
    expect(JSON.parse(body.request.body)).toEqual(sent)
  })

  it('is tried nine times, then dead, with its whole log', async () => {
    const { receiver, merchant } = await receiving(refuse(500))
    await paying.pay()
    await waitFor(async () =>
      expect(await deliveriesOf(merchant.merchantId)).toMatchObject([{ state: 'dead', attempts: 9 }]),
    )
    expect(receiver.received).toHaveLength(9)
    expect(receiver.received.map(callback => callback.headers['svc-delivery-attempt'])).toEqual(
      Array.from({ length: 9 }, (_, i) => String(i + 1)),
    )
    expect(new Set(receiver.received.map(callback => callback.headers['svc-event-id'])).size).toBe(1)
    const log = await paying.service.db`
      select sequence, status, error from delivery_attempts where merchant_id = ${merchant.merchantId} order by sequence`
    expect(log).toHaveLength(9)
    expect(log[8]).toEqual({ sequence: 9, status: 500, error: 'HTTP 500' })
    expect(
      await paying.service.db`select 1 from delivery_queue where merchant_id = ${merchant.merchantId}`,
    ).toEqual([])
  })
})
