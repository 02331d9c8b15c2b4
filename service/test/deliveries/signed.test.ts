import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { storiesOf } from '../inbox/stories.ts'
import { newEventId, postWebhook, pushedEvent } from '../inbox/webhooks.ts'
import { manualClock } from '../support/manual-clock.ts'
import { usePaying } from '../support/paying.ts'
import { type ReceivedCallback, refuse, startReceiver } from '../support/receiver.ts'
import { type TestService, useService } from '../support/service.ts'
import { addEndpoint, enqueue, startWorker } from './queue.ts'

const paying = usePaying({ role: 'all', env: { SVC_CALLBACK_RETRY_DELAYS_MS: '5,5,5,5,5,5,5,5' } })

/** Without its own worker, whose clock would differ. */
const alone = useService()

const hmac = (secret: string, t: string, body: Buffer) =>
  createHmac('sha256', secret)
    .update(Buffer.concat([Buffer.from(`${t}.`), body]))
    .digest('hex')

function signatureOf({ headers }: ReceivedCallback) {
  const [t = '', ...v1] = String(headers['svc-signature']).split(',')
  return { t: t.replace('t=', ''), v1: v1.map(part => part.replace('v1=', '')) }
}

async function arrived(receiver: { received: ReceivedCallback[] }, count = 1): Promise<ReceivedCallback[]> {
  await waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(count))
  return receiver.received
}

async function secretOf(merchantId: string, service: TestService = paying.service): Promise<string> {
  const path = `/merchants/${merchantId}/callback/rotate-secret`
  return (await service.admin('POST', path, { graceSeconds: 0 })).body.signingSecret
}

describe('a callback', () => {
  it('has exactly these headers of ours', async () => {
    const begun = Date.now() / 1000
    const receiver = await startReceiver()
    const merchant = await paying.addMerchant({ callbackUrl: receiver.url })
    const secret = await secretOf(merchant.merchantId)
    const { id: paymentId } = await storiesOf(paying, merchant).card()
    const pushed = await pushedEvent(paying, merchant, 'payment_intent.succeeded')
    await postWebhook(paying.service, pushed.body)
    const [callback] = await arrived(receiver)
    if (!callback) throw new Error('nothing came')
    const { host, connection, 'content-length': length, ...headers } = callback.headers
    expect(headers).toEqual({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^svcpay/),
      'svc-signature': expect.stringMatching(/^t=\d{10},v1=[0-9a-f]{64}$/),
      'svc-event-type': 'payment_intent.succeeded',
      'svc-event-id': pushed.id,
      'svc-payment-id': paymentId,
      'svc-delivery-attempt': '1',
    })
    expect([host, length]).toEqual([new URL(receiver.url).host, String(pushed.body.length)])
    expect(connection).not.toBe('close')
    const { t, v1 } = signatureOf(callback)
    expect(v1).toEqual([hmac(secret, t, callback.body)])
    expect(secret).toMatch(/^whsec_/)
    expect(Number(t)).toBeGreaterThan(begun - 2)
    expect(Number(t)).toBeLessThan(Date.now() / 1000 + 2)
  })

  it('carries the bytes as received: white space, key order, repeated keys, unicode, escapes', async () => {
    const receiver = await startReceiver()
    const merchant = await paying.addMerchant({ callbackUrl: receiver.url })
    const secret = await secretOf(merchant.merchantId)
    const id = newEventId()
    const body = Buffer.from(
      `\n{ "zeta":1.0,\t"data" : {"object": {"object":"account","id":"${merchant.accountId}","name":"Zoë 💶 \\u00e9 \\/",` +
        `"charges_enabled":true,"payouts_enabled":true,"details_submitted":true,"n":1e2,"n":100.00}},\r\n` +
        ` "type": "account.updated","id":"${id}", "created":1767225600,"account":"${merchant.accountId}",` +
        ` "api_version":null,"object":"event" }\n\n`,
    )
    expect((await postWebhook(paying.service, body)).body).toEqual({ received: true, forwarded: true })
    const [callback] = await arrived(receiver)
    if (!callback) throw new Error('nothing came')
    expect(callback.body.equals(body)).toBe(true)
    expect(callback.headers['svc-event-id']).toBe(id)
    expect(callback.headers['svc-payment-id']).toBeUndefined()
    const { t, v1 } = signatureOf(callback)
    expect(v1).toEqual([hmac(secret, t, body)])
  })

  it('gets a new signature at each attempt', async () => {
    const receiver = await startReceiver(refuse(500))
    const merchantId = await addEndpoint(alone, receiver.url)
    const secret = await secretOf(merchantId, alone)
    const clock = manualClock(new Date('2031-01-01T00:00:00Z'))
    await enqueue(alone.db, merchantId, { dueAt: clock.now() })
    const worker = startWorker(alone, {
      clock,
      delaysMs: Array(8).fill(7_000),
      random: () => 0,
    })
    for (let attempt = 1; attempt <= 9; attempt++) {
      await arrived(receiver, attempt)
      await waitFor(async () => {
        const [row] = await alone.db`select attempts from deliveries where merchant_id = ${merchantId}`
        expect(row).toEqual({ attempts: attempt })
      })
      clock.advance(400)
      worker.wake()
    }
    const signatures = receiver.received.map(signatureOf)
    const start = Date.parse('2031-01-01T00:00:00Z') / 1000
    expect(signatures.map(({ t }) => Number(t))).toEqual(Array.from({ length: 9 }, (_, i) => start + i * 400))
    for (const callback of receiver.received) {
      const { t, v1 } = signatureOf(callback)
      expect(v1).toEqual([hmac(secret, t, callback.body)])
    }
    expect(new Set(receiver.received.map(({ headers }) => headers['svc-event-id'])).size).toBe(1)
  })

  it('carries one signature per valid secret during a rotation, and none by the old secret afterwards', async () => {
    const receiver = await startReceiver()
    const { merchantId } = await paying.addMerchant({ callbackUrl: receiver.url })
    const old = await secretOf(merchantId)
    const path = `/merchants/${merchantId}/callback/rotate-secret`
    const fresh = (await paying.service.admin('POST', path, { graceSeconds: 3600 })).body.signingSecret
    await enqueue(paying.service.db, merchantId)
    const [during] = await arrived(receiver)
    if (!during) throw new Error('nothing came')
    const both = signatureOf(during)
    expect(both.v1).toEqual([hmac(fresh, both.t, during.body), hmac(old, both.t, during.body)])

    await paying.service.db`
      update callback_secrets set expires_at = now() - interval '1 second'
      where merchant_id = ${merchantId} and expires_at is not null`
    await enqueue(paying.service.db, merchantId)
    const [, after] = await arrived(receiver, 2)
    if (!after) throw new Error('nothing came')
    const one = signatureOf(after)
    expect(one.v1).toEqual([hmac(fresh, one.t, after.body)])
  })

  it('goes to the current URL when it is sent, and waits while there is none', async () => {
    const [first, second] = [await startReceiver(refuse(500)), await startReceiver()]
    const { merchantId } = await paying.addMerchant({ callbackUrl: first.url })
    const callback = `/merchants/${merchantId}/callback`
    await paying.service.admin('PUT', callback, { url: null })
    await enqueue(paying.service.db, merchantId)
    await paying.service.admin('PUT', callback, { url: second.url })
    await arrived(second)
    expect(first.received).toEqual([])
  })
})

describe('a secret', () => {
  it('is in no log, and only sealed in tables', async () => {
    const receiver = await startReceiver()
    const { merchantId } = await paying.addMerchant({ callbackUrl: receiver.url })
    const secret = await secretOf(merchantId)
    await enqueue(paying.service.db, merchantId)
    await arrived(receiver)
    expect(paying.service.logged.join('')).not.toContain(secret)
    const rows = await paying.service
      .db`select sealed from callback_secrets where merchant_id = ${merchantId}`
    for (const { sealed } of rows) expect(sealed.includes(Buffer.from(secret.slice(6)))).toBe(false)
  })
})
