import { describe, expect, test } from 'vitest'
import { waitFor } from '../../vitest.waits.ts'
import { failure, harness } from './support/harness.ts'

const card = { amount: 2000, currency: 'usd', allowed_payment_method_types: ['card'] }
const operation = 'payment_intents.create'

describe('faults', () => {
  test('a reset before the effect leaves nothing behind', async () => {
    const { stripe, control } = await harness()
    // The SDK tries a closed connection once more by itself.
    await control('POST', 'faults', { operation, kind: 'reset', count: 2 })
    const error = await failure(stripe.paymentIntents.create(card))
    expect(error.type).toBe('StripeConnectionError')
    expect((await stripe.paymentIntents.list()).data).toEqual([])
    expect((await stripe.paymentIntents.create(card)).amount).toBe(2000)
  })

  test('an answer lost after the effect is found again with the same key', async () => {
    const { stripe, control } = await harness()
    await control('POST', 'faults', { operation, kind: 'lost', count: 2 })
    const pay = () => stripe.paymentIntents.create(card, { idempotencyKey: 'k1' })
    expect((await failure(pay())).type).toBe('StripeConnectionError')
    const intent = await pay()
    const all = await stripe.paymentIntents.list()
    expect(all.data.map(item => item.id)).toEqual([intent.id])
    const log = await control<{ data: { fault: string | null; replayed: boolean }[] }>(
      'GET',
      `requests?operation=${operation}`,
    )
    expect(log.data.map(entry => [entry.fault, entry.replayed])).toEqual([
      ['lost', false],
      ['lost', true],
      [null, true],
    ])
  })

  test('a body cut off is a connection error, too', async () => {
    const { stripe, control } = await harness()
    await control('POST', 'faults', { operation, kind: 'cut', count: 2 })
    const error = await failure(stripe.paymentIntents.create(card, { idempotencyKey: 'k1' }))
    expect(error.type).toBe('StripeConnectionError')
    expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
  })

  test.each([
    [false, 0],
    [true, 1],
  ])('a server error, after the effect: %s', async (after, made) => {
    const { stripe, control } = await harness()
    await control('POST', 'faults', { operation, kind: 'error', status: 503, after })
    const error = await failure(stripe.paymentIntents.create(card))
    expect(error).toMatchObject({ type: 'StripeAPIError', statusCode: 503 })
    expect((await stripe.paymentIntents.list()).data).toHaveLength(made)
  })

  test('too many requests', async () => {
    const { stripe, control } = await harness()
    await control('POST', 'faults', { operation, kind: 'error', status: 429 })
    expect(await failure(stripe.paymentIntents.create(card))).toMatchObject({
      type: 'StripeRateLimitError',
      rawType: 'invalid_request_error',
      code: 'rate_limit',
      statusCode: 429,
    })
  })

  test.each([
    [false, 0],
    [true, 1],
  ])('a remembered server error is the only answer to its key, after the effect: %s', async (after, made) => {
    const { stripe, control } = await harness()
    await control('POST', 'faults', { operation, kind: 'error', after, remembered: true })
    const pay = () => stripe.paymentIntents.create(card, { idempotencyKey: 'k1' })
    expect((await failure(pay())).headers?.['idempotent-replayed']).toBeUndefined()
    const again = await failure(pay())
    expect(again).toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
    expect(again.headers?.['idempotent-replayed']).toBe('true')
    expect((await stripe.paymentIntents.list()).data).toHaveLength(made)
    await stripe.paymentIntents.create(card, { idempotencyKey: 'k2' })
  })

  test('latency outlasts a time-out, and the call takes effect', async () => {
    const { stripe, control } = await harness()
    await control('POST', 'faults', { operation, kind: 'latency', ms: 500, after: true })
    const error = await failure(stripe.paymentIntents.create(card, { timeout: 100 }))
    expect(error.message).toContain('timeout')
    expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
  })

  test('latency ends when the faults are cleared', async () => {
    const { stripe, control } = await harness()
    await control('POST', 'faults', { operation, kind: 'latency', ms: 600_000, after: true })
    const payment = stripe.paymentIntents.create(card)
    await waitFor(async () => expect((await stripe.paymentIntents.list()).data).toHaveLength(1))
    await control('DELETE', 'faults')
    expect(await payment).toMatchObject({ object: 'payment_intent' })
  })

  test('affect only the chosen operation, after the calls to skip, and only `count` times', async () => {
    const { stripe, control } = await harness()
    await control('POST', 'faults', { operation: 'refunds.create', kind: 'error' })
    await control('POST', 'faults', { operation, kind: 'error', skip: 1, count: 1 })
    await stripe.paymentIntents.create(card)
    expect((await failure(stripe.paymentIntents.create(card))).statusCode).toBe(500)
    await stripe.paymentIntents.create(card)
    expect(await control('GET', 'faults')).toMatchObject({ data: [{ operation: 'refunds.create' }] })
    expect(await control('DELETE', 'faults')).toEqual({ data: [] })
    await expect(control('POST', 'faults', { operation: 'nonsense', kind: 'error' })).rejects.toThrow(
      'Unknown operation nonsense',
    )
  })
})

describe('control', () => {
  test('reset empties everything', async () => {
    const { stripe, control, merchant } = await harness()
    await merchant()
    await stripe.paymentIntents.create(card)
    await control('POST', 'clock', { advance_seconds: 60 })
    await control('POST', 'faults', { kind: 'error' })
    await control('POST', 'reset')
    expect((await stripe.paymentIntents.list()).data).toEqual([])
    expect((await stripe.accounts.list()).data).toEqual([])
    expect((await control('GET', 'clock')).offset_ms).toBe(0)
  })

  test('the clock goes back only before the first payment', async () => {
    const { stripe, control } = await harness()
    const dayMs = 86_400_000
    await control('POST', 'clock', { back_ms: 2 * dayMs })
    const { created } = await stripe.paymentIntents.create(card)
    expect(created * 1000).toBeLessThan(Date.now() - dayMs)
    await expect(control('POST', 'clock', { back_ms: dayMs })).rejects.toThrow('before the first payment')
    await control('POST', 'clock', { advance_ms: 2 * dayMs })
    expect((await control('GET', 'clock')).offset_ms).toBe(0)
  })

  test('health, state and objects can be read', async () => {
    const { stripe, control } = await harness()
    const intent = await stripe.paymentIntents.create(card)
    expect(await control('GET', 'health')).toMatchObject({ status: 'ok', api_version: '2026-10-28.endive' })
    expect(await control('GET', 'state')).toMatchObject({ counts: { payment_intent: 1, event: 1 } })
    expect(await control('GET', `objects/${intent.id}`)).toMatchObject({ object: { id: intent.id } })
    await expect(control('GET', 'nonsense')).rejects.toThrow('404')
    await expect(control('POST', 'clock', { forward: 1 })).rejects.toThrow(
      'Received unknown parameter: forward',
    )
  })
})

describe('browsers', () => {
  test('confirm with the publishable key and the client secret, from any origin', async () => {
    const { stripe, sandbox, merchant } = await harness()
    const { id, options } = await merchant()
    const intent = await stripe.paymentIntents.create(card, options)
    const url = `${sandbox.url}/v1/payment_intents/${intent.id}`
    const headers = { origin: 'https://shop.test', 'stripe-account': id }
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://shop.test' } })
    expect(preflight.headers.get('access-control-allow-headers')).toContain('stripe-account')
    const secret = intent.client_secret ?? ''
    const query = new URLSearchParams({ key: sandbox.publishableKey, client_secret: secret })
    const seen = await fetch(`${url}?${query}`, { headers })
    expect(seen.headers.get('access-control-allow-origin')).toBe('*')
    expect(await seen.json()).not.toHaveProperty('metadata')
    const confirm = (form: Record<string, string>) =>
      fetch(`${url}/confirm`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${sandbox.publishableKey}` },
        body: new URLSearchParams(form),
      })
    expect((await confirm({ payment_method: 'pm_card_visa' })).status).toBe(400)
    expect((await confirm({ payment_method: 'pm_card_visa', client_secret: `${secret}x` })).status).toBe(400)
    const paid = await confirm({
      client_secret: secret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '34',
      'payment_method_data[card][cvc]': '123',
    })
    expect(await paid.json()).toMatchObject({ status: 'succeeded' })
    expect((await stripe.paymentIntents.retrieve(intent.id, undefined, options)).status).toBe('succeeded')
  })
})
