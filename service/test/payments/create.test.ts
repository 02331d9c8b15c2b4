import { describe, expect, it } from 'vitest'
import { newKey, usePaying } from '../support/paying.ts'

const paying = usePaying({ env: { SVC_FEE_BPS: '250', SVC_FEE_FIXED_CENTS: '30' } })

const atProcessor = (id: string) =>
  paying.stripe.paymentIntents.retrieve(id, undefined, { stripeAccount: paying.merchant.accountId })

describe('creating a payment', () => {
  it('answers with exactly the specified fields and creates the intent on the connected account', async () => {
    const { status, body } = await paying.create({ amountCents: 4999, orderRef: 'order-1', branch: 'north' })
    expect(status).toBe(200)
    expect(body).toEqual({
      svcPaymentId: expect.stringMatching(/^svcpay_[0-9a-z]{26}$/),
      clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
      status: 'requires_payment_method',
      amountCents: 4999,
      applicationFeeCents: 155,
      processor: 'sandbox',
      processorPaymentIntentId: expect.stringMatching(/^pi_/),
      connectedAccountId: paying.merchant.accountId,
      publishableKey: 'pk_test_sandbox',
      currency: 'usd',
      orderRef: 'order-1',
      captureMethod: 'automatic',
      capturedCents: 0,
      refundedCents: 0,
      applicationFeeRefundedCents: 0,
      disputedCents: 0,
      failure: null,
      paymentMethod: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    const intent = await atProcessor(body.processorPaymentIntentId)
    expect(intent).toMatchObject({
      amount: 4999,
      currency: 'usd',
      application_fee_amount: 155,
      capture_method: 'automatic_async',
      metadata: { svcPaymentId: body.svcPaymentId, orderRef: 'order-1', branch: 'north' },
    })
    expect(intent.automatic_payment_methods?.enabled).toBe(true)
  })

  it('passes on currency, capture method, method types, description and a processor customer', async () => {
    const { merchant, stripe } = paying
    const customer = await stripe.customers.create({}, { stripeAccount: merchant.accountId })
    const { body } = await paying.create({
      currency: 'EUR',
      captureMethod: 'manual',
      paymentMethodTypes: ['card'],
      description: 'Two croissants',
      customerRef: customer.id,
    })
    const intent = await atProcessor(body.processorPaymentIntentId)
    expect(intent).toMatchObject({
      currency: 'eur',
      capture_method: 'manual',
      payment_method_types: ['card'],
      description: 'Two croissants',
      customer: customer.id,
    })
    const read = await paying.get(`/payments/${body.svcPaymentId}`)
    expect(read.body.currency).toBe('eur')
  })

  it('keeps any other customerRef as metadata', async () => {
    const { body } = await paying.create({ customerRef: 'shopper-7' })
    const intent = await atProcessor(body.processorPaymentIntentId)
    expect(intent.customer).toBeNull()
    expect(intent.metadata.customerRef).toBe('shopper-7')
  })

  it('uses the merchant’s own fee policy, never above the amount', async () => {
    const before = paying.merchant
    paying.merchant = await paying.addMerchant({ feeBps: 0, feeFixedCents: 80 })
    const { body } = await paying.create({ amountCents: 50 })
    paying.merchant = before
    expect(body.applicationFeeCents).toBe(50)
  })

  it('is readable at once, without the secrets of its creation', async () => {
    const { body } = await paying.create({ amountCents: 4999, orderRef: 'order-9' })
    const read = await paying.get(`/payments/${body.svcPaymentId}`)
    expect(read.status).toBe(200)
    const { clientSecret, connectedAccountId, publishableKey, ...payment } = body
    expect(read.body).toEqual({ ...payment, refunds: [], disputes: [] })
    expect(read.text).not.toContain(body.clientSecret)
  })

  it('keeps client secrets out of the database in plain text', async () => {
    const { body } = await paying.create()
    const rows = await paying.service.db`select row_to_json(o)::text as text from operations o`
    for (const { text } of rows) expect(text).not.toContain(body.clientSecret)
  })
})

describe('a refused create', () => {
  it.each([
    [{ amountCents: undefined }, 'amountCents'],
    [{ amountCents: 49 }, 'amountCents'],
    [{ amountCents: 5_000_001 }, 'amountCents'],
    [{ amountCents: '5000' }, 'amountCents'],
    [{ amountCents: 50.5 }, 'amountCents'],
    [{ amountCents: null }, 'amountCents'],
    [{ currency: 'xxx' }, 'currency'],
    [{ currency: 'us' }, 'currency'],
    [{ captureMethod: 'later' }, 'captureMethod'],
    [{ paymentMethodTypes: 'card' }, 'paymentMethodTypes'],
    [{ paymentMethodTypes: [] }, 'paymentMethodTypes'],
    [{ orderRef: 'x'.repeat(501) }, 'orderRef'],
    [{ branch: 'x'.repeat(501) }, 'branch'],
    [{ description: 'x'.repeat(1001) }, 'description'],
    [{ customerRef: 'x'.repeat(256) }, 'customerRef'],
    [{ idempotencyKey: 'x'.repeat(256) }, 'idempotencyKey'],
    [{ idempotencyKey: '鍵' }, 'idempotencyKey'],
    [{ idempotencyKey: ' key' }, 'idempotencyKey'],
    [{ idempotencyKey: '' }, 'idempotencyKey'],
    [{ orderRef: 'a\nb' }, 'orderRef'],
    [{ amount: 5000 }, 'amount'],
  ])('%j: 400 Invalid request for %s, and nothing happens', async (change, path) => {
    const { status, body } = await paying.create(change)
    expect(status).toBe(400)
    expect(body).toMatchObject({ title: 'Invalid request' })
    expect(body.errors.map((error: { path: string }) => error.path.split('.')[0])).toContain(path)
  })

  it('the limits of the amount are themselves allowed', async () => {
    expect((await paying.create({ amountCents: 50 })).status).toBe(200)
    expect((await paying.create({ amountCents: 5_000_000 })).status).toBe(200)
  })

  it('for an Idempotency-Key that is too long says why', async () => {
    const { status, body } = await paying.create({}, 'k'.repeat(256))
    expect([status, body.detail]).toEqual([400, 'The headers are not valid.'])
    const message = 'must have at most 255 characters'
    expect(body.errors).toEqual([{ path: 'idempotency-key', message }])
  })

  it.each(['Ärger', 'clé', '注文-1'])(
    'does not happen for an Idempotency-Key in another script: %s',
    async key => {
      const asSent = Buffer.from(`${key} ${newKey()}`).toString('latin1')
      const first = await paying.create({}, asSent)
      expect(first.status).toBe(200)
      expect((await paying.create({}, asSent)).text).toBe(first.text)
    },
  )

  it('a missing Idempotency-Key comes before a faulty body, and after a missing API key', async () => {
    const faulty = { raw: '{', headers: { 'content-type': 'application/json' } }
    const missing = await paying.service.call('POST', '/v1/payments/intents', {
      ...faulty,
      key: paying.merchant.apiKey,
    })
    expect([missing.status, missing.body.title]).toEqual([400, 'Missing header'])
    const unauthorized = await paying.service.call('POST', '/v1/payments/intents', faulty)
    expect([unauthorized.status, unauthorized.body.title]).toEqual([401, 'Unauthorized'])
  })

  it('a merchant without a connected account: 400 No connected account', async () => {
    const { apiKey } = await paying.service.createMerchant()
    const answer = await paying.service.call('POST', '/v1/payments/intents', {
      key: apiKey,
      body: { amountCents: 5000 },
      headers: { 'idempotency-key': newKey() },
    })
    expect([answer.status, answer.body.title]).toEqual([400, 'No connected account'])
  })

  it('a refusal by the processor: its message, and the key is free again', async () => {
    const key = newKey()
    const refused = await paying.create({ paymentMethodTypes: ['no_such_method'] }, key)
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({
      title: 'Invalid request',
      detail: expect.stringContaining('no_such_method'),
    })
    const mended = await paying.create({ paymentMethodTypes: ['card'] }, key)
    expect(mended.status).toBe(200)
  })

  it('another merchant’s payment: 404', async () => {
    const { body } = await paying.create()
    const other = await paying.addMerchant()
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/capture'],
      ['POST', '/refund'],
      ['POST', '/cancel'],
    ] as const) {
      const answer = await paying.service.call(method, `/v1/payments/${body.svcPaymentId}${path}`, {
        key: other.apiKey,
      })
      expect([answer.status, answer.body.title]).toEqual([404, 'Not found'])
    }
  })
})
