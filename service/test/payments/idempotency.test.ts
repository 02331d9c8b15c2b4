import { describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { holdOpenOperations } from '../support/held-row.ts'
import { newKey, usePaying } from '../support/paying.ts'

const paying = usePaying()

async function intentsOf(orderRef: string) {
  const list = await paying.stripe.paymentIntents.list(
    { limit: 100 },
    { stripeAccount: paying.merchant.accountId },
  )
  return list.data.filter(intent => intent.metadata.orderRef === orderRef)
}

describe('the same Idempotency-Key', () => {
  it('with the same body gives the original answer, byte for byte, and no second intent', async () => {
    const key = newKey()
    const first = await paying.create({ orderRef: key }, key)
    const again = await paying.create({ orderRef: key }, key)
    expect(again.text).toBe(first.text)
    expect(again.status).toBe(200)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await intentsOf(key)).toHaveLength(1)
  })

  it('does so after the payment has moved on', async () => {
    const key = newKey()
    const first = await paying.create({}, key)
    await paying.post(`/payments/${first.body.svcPaymentId}/cancel`)
    expect((await paying.create({}, key)).text).toBe(first.text)
  })

  it('ignores the order of fields and white space', async () => {
    const key = newKey()
    const send = (raw: string) =>
      paying.service.call('POST', '/v1/payments/intents', {
        key: paying.merchant.apiKey,
        raw,
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
      })
    const first = await send('{"amountCents":5000,"orderRef":"a"}')
    const again = await send('{ "orderRef": "a",\n "amountCents": 5e3 }')
    expect(again.text).toBe(first.text)
  })

  it('with another body: 409 Idempotency conflict', async () => {
    const key = newKey()
    await paying.create({}, key)
    const conflict = await paying.create({ amountCents: 5001 }, key)
    expect([conflict.status, conflict.body.title]).toEqual([409, 'Idempotency conflict'])
  })

  it('is a different key for another merchant', async () => {
    const key = newKey()
    const first = await paying.create({}, key)
    const mine = paying.merchant
    paying.merchant = await paying.addMerchant()
    const other = await paying.create({}, key)
    paying.merchant = mine
    expect(other.status).toBe(200)
    expect(other.body.svcPaymentId).not.toBe(first.body.svcPaymentId)
  })

  it('during the first call, on any instance: 409 In progress with Retry-After, and one payment in the end', async () => {
    const other = await paying.startAnother()
    const key = newKey()
    await paying.hold('payment_intents.create')
    const first = paying.create({ orderRef: key }, key)
    await waitFor(async () => {
      const started = await paying.service.db`select 1 from operations where idempotency_key = ${key}`
      expect(started).toHaveLength(1)
    })
    const call = {
      key: paying.merchant.apiKey,
      body: { amountCents: 5000, orderRef: key },
      headers: { 'idempotency-key': key },
    }
    for (const service of [paying.service, other]) {
      const busy = await service.call('POST', '/v1/payments/intents', call)
      expect([busy.status, busy.body.title]).toEqual([409, 'In progress'])
      expect(Number(busy.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const conflict = await paying.create({ orderRef: key, amountCents: 6000 }, key)
    expect([conflict.status, conflict.body.title]).toEqual([409, 'Idempotency conflict'])
    await paying.clearFaults()
    const answer = await first
    expect(answer.status).toBe(200)
    expect((await other.call('POST', '/v1/payments/intents', call)).text).toBe(answer.text)
    expect(await intentsOf(key)).toHaveLength(1)
  })

  it('sent twenty times at once creates one payment', async () => {
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => paying.create({ orderRef: key }, key)))
    const done = answers.filter(answer => answer.status === 200)
    expect(done.length).toBeGreaterThanOrEqual(1)
    expect(new Set(done.map(answer => answer.text)).size).toBe(1)
    for (const answer of answers) expect([200, 409]).toContain(answer.status)
    expect(await intentsOf(key)).toHaveLength(1)
  })
})

describe('when the processor does not answer', () => {
  it.each([
    ['the answer is lost after the effect', { kind: 'lost' }],
    ['the answer breaks off', { kind: 'cut' }],
    ['the connection breaks before the effect', { kind: 'reset' }],
    ['it fails before the effect', { kind: 'error', status: 500 }],
    ['it fails after the effect', { kind: 'error', status: 500, after: true }],
  ])('because %s: 504, and a retry returns the one payment', async (_, fault) => {
    const key = newKey()
    await paying.control('/faults', { operation: 'payment_intents.create', ...fault })
    const unknown = await paying.create({ orderRef: key }, key)
    expect([unknown.status, unknown.body.title]).toEqual([504, 'Outcome unknown'])
    await paying.clearFaults()
    const conflict = await paying.create({ orderRef: key, amountCents: 6000 }, key)
    expect([conflict.status, conflict.body.title]).toEqual([409, 'Idempotency conflict'])
    const retried = await paying.create({ orderRef: key }, key)
    expect(retried.status).toBe(200)
    expect(await intentsOf(key)).toHaveLength(1)
    expect((await paying.create({ orderRef: key }, key)).text).toBe(retried.text)
  })

  it('and the key is used for another body while a retry resumes it: 409 Idempotency conflict', async () => {
    const key = newKey()
    const { id } = await paying.pay()
    await paying.control('/faults', { operation: 'refunds.create', kind: 'reset' })
    const refund = () =>
      paying.post(`/payments/${id}/refund`, { amountCents: 400 }, { 'idempotency-key': key })
    expect((await refund()).status).toBe(504)
    const { db } = paying.service
    const [operation] = await db`select request_digest from operations where idempotency_key = ${key}`
    const setDigest = (digest: Buffer) =>
      db`update operations set request_digest = ${digest} where idempotency_key = ${key}`
    const held = await holdOpenOperations(paying.databaseUrl)
    const retry = refund()
    await held.waitedFor()
    await setDigest(Buffer.alloc(32))
    await held.release()
    expect((await retry).body.title).toBe('Idempotency conflict')
    await setDigest(operation?.requestDigest)
    expect((await refund()).body.refundedCents).toBe(400)
  })
})

const repeated =
  'For a day, the processor repeats its earlier answer for the idempotencyKey in the body. To try again, use another key.'

describe('the body’s idempotencyKey', () => {
  it('reaches the processor verbatim', async () => {
    const processorKey = newKey()
    const { body } = await paying.create({ idempotencyKey: processorKey })
    const replayed = await paying.stripe.paymentIntents
      .create(
        { amount: 1, currency: 'usd' },
        { stripeAccount: paying.merchant.accountId, idempotencyKey: processorKey },
      )
      .catch(error => error)
    expect(body.svcPaymentId).toBeTruthy()
    expect(replayed.rawType).toBe('idempotency_error')
  })

  it('used for another payment: 409 Idempotency conflict', async () => {
    const processorKey = newKey()
    await paying.create({ idempotencyKey: processorKey })
    const second = await paying.create({ idempotencyKey: processorKey, amountCents: 7000 })
    expect([second.status, second.body.title]).toEqual([409, 'Idempotency conflict'])
  })

  it('of a refused create works again: the retry is the same request to the processor, payment id included', async () => {
    const key = newKey()
    const body = { idempotencyKey: newKey(), customerRef: 'cus_unknown' }
    const refused = await paying.create(body, key)
    expect([refused.status, refused.body.errors?.[0].path]).toEqual([400, 'customerRef'])
    const again = await paying.create(body, key)
    const [error] = refused.body.errors
    expect([error.path, error.message, refused.body.detail]).toEqual([
      'customerRef',
      refused.body.detail,
      expect.not.stringContaining('idempotencyKey'),
    ])
    expect(again.body).toMatchObject({
      status: 400,
      errors: [error],
      detail: `${refused.body.detail}. ${repeated}`,
    })

    const elsewhere = await paying.create(body)
    expect([elsewhere.status, elsewhere.body.title]).toEqual([409, 'Idempotency conflict'])
    const changed = await paying.create({ ...body, customerRef: 'mine' }, key)
    expect([changed.status, changed.body.title]).toEqual([409, 'Idempotency conflict'])

    await paying.control('/clock', { advance_seconds: 25 * 3600 })
    const { status, body: made } = await paying.create({ ...body, customerRef: 'mine' }, key)
    const operations = await paying.service.db`
      select payment_id, attempt from operations where idempotency_key = ${key}`
    expect([status, ...operations]).toEqual([200, { paymentId: made.svcPaymentId, attempt: 1 }])
    expect((await paying.create({ ...body, customerRef: 'mine' }, key)).body).toEqual(made)
  })

  it('with a saved failure at the processor says so, and another one works', async () => {
    const key = newKey()
    const fault = { operation: 'payment_intents.create', kind: 'error', status: 500, remembered: true }
    await paying.control('/faults', fault)
    const body = { idempotencyKey: newKey() }
    expect((await paying.create(body, key)).status).toBe(504)
    await paying.clearFaults()
    for (let i = 0; i < 2; i += 1) {
      const { status, body: problem } = await paying.create(body, key)
      expect([status, problem.detail]).toEqual([502, expect.stringContaining(repeated)])
    }
    expect((await paying.create({ idempotencyKey: newKey() }, key)).status).toBe(200)
  })

  it('of a create that was turned away, retried by ten at once, creates one payment', async () => {
    const key = newKey()
    const body = { idempotencyKey: newKey(), orderRef: key }
    await paying.control('/faults', { operation: 'payment_intents.create', kind: 'error', status: 401 })
    expect((await paying.create(body, key)).status).toBe(502)
    const answers = await Promise.all(Array.from({ length: 10 }, () => paying.create(body, key)))
    expect(new Set(answers.filter(({ status }) => status !== 409).map(({ text }) => text)).size).toBe(1)
    const [intent, ...others] = await intentsOf(key)
    expect([intent?.metadata.svcPaymentId, others]).toEqual([
      (await paying.create(body, key)).body.svcPaymentId,
      [],
    ])
  })
})
