import { describe, expect, test } from 'vitest'
import { isFromForeignPage } from '../src/http/foreign-page.ts'
import { type Harness, harness } from './support/harness.ts'

const card = { amount: 2000, currency: 'usd', allowed_payment_method_types: ['card'] }
const foreign = [
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }],
  ['another port', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' }],
  ['an old browser', { origin: 'https://evil.test' }],
  ['a page without an origin', { origin: 'null' }],
] as const

function post({ sandbox }: Harness, path: string, headers: object, body: string | URLSearchParams = '') {
  return fetch(sandbox.url + path, { method: 'POST', headers: { ...headers }, body })
}

describe.each(foreign)('a page of %s', (_name, headers) => {
  test('cannot use the controls', async () => {
    const h = await harness()
    await h.stripe.customers.create({})
    expect((await post(h, '/_sandbox/reset', headers)).status).toBe(403)
    expect((await post(h, '/_sandbox/clock', headers, '{"advance_ms": 1}')).status).toBe(403)
    expect((await h.stripe.customers.list()).data).toHaveLength(1)
  })

  test('cannot use a secret key, wherever it is sent', async () => {
    const h = await harness()
    const { secretKey: key } = h.sandbox
    const { id } = await h.merchant()
    const before = (await h.stripe.customers.list()).data
    const inForm = await post(h, '/v1/customers', headers, new URLSearchParams({ key }))
    expect(inForm.status).toBe(403)
    const bearers = [key, `${key}_${id}`]
    for (const bearer of bearers) {
      const authorization = `Bearer ${bearer}`
      expect((await post(h, '/v1/customers', { ...headers, authorization })).status).toBe(403)
    }
    expect((await h.stripe.customers.list()).data).toEqual(before)
  })

  test('can pay with the publishable key and the client secret', async () => {
    const h = await harness()
    const intent = await h.stripe.paymentIntents.create(card)
    const authorization = `Bearer ${h.sandbox.publishableKey}`
    const body = new URLSearchParams({
      client_secret: String(intent.client_secret),
      payment_method: 'pm_card_threeDSecure2Required',
      use_stripe_sdk: 'true',
    })
    const paid = await post(
      h,
      `/v1/payment_intents/${intent.id}/confirm`,
      { ...headers, authorization },
      body,
    )
    expect(paid.status).toBe(200)
    expect(paid.headers.get('access-control-allow-origin')).toBe('*')
    const refuse = (secret: object) =>
      post(
        h,
        `/_sandbox/payment_intents/${intent.id}/next_action`,
        headers,
        JSON.stringify({ outcome: 'fail', ...secret }),
      )
    expect((await refuse({})).status).toBe(403)
    expect((await refuse({ client_secret: 'x' })).status).toBe(404)
    expect((await refuse({ client_secret: intent.client_secret })).status).toBe(200)
  })
})

test('the sandbox’s own pages, and clients that are not browsers, can use the controls', async () => {
  const h = await harness()
  const own = [{ 'sec-fetch-site': 'same-origin', origin: h.sandbox.url }, { origin: h.sandbox.url }, {}]
  for (const headers of own) expect((await post(h, '/_sandbox/reset', headers)).status).toBe(200)
})

test('a page under a foreign name that resolves to this machine is foreign', () => {
  const page = (host: string) =>
    isFromForeignPage({ host, 'sec-fetch-site': 'same-origin', origin: `http://${host}` })
  expect([page('evil.test'), page('evil.test:12111')]).toEqual([true, true])
  expect([page('localhost:12111'), page('127.0.0.1:12111'), page('[::1]:12111')]).toEqual([
    false,
    false,
    false,
  ])
})
