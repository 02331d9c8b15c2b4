import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type Stripe from 'stripe'
import { describe, expect, onTestFinished, test } from 'vitest'
import { waitUntil } from '../../vitest.waits.ts'
import { eventTypes } from '../src/events/event-types.ts'
import { apiVersion } from '../src/index.ts'
import { createReader } from './support/declarations.ts'
import { type Harness, harness } from './support/harness.ts'
import { receiver } from './support/receiver.ts'

const card = {
  amount: 2000,
  currency: 'usd',
  allowed_payment_method_types: ['card'],
  confirm: true,
  payment_method: 'pm_card_visa',
}

async function listening(h: Harness, params: Partial<Stripe.WebhookEndpointCreateParams> = {}) {
  const hooks = await receiver()
  const endpoint = await h.stripe.webhookEndpoints.create({
    enabled_events: ['*'],
    url: hooks.url,
    ...params,
  })
  hooks.useSecret(endpoint.secret)
  return { hooks, endpoint }
}

/** An endpoint that accepts connections and never answers. */
async function hanging() {
  const server = createServer(() => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const connections = () => new Promise(resolve => server.getConnections((_error, count) => resolve(count)))
  return { url: `http://127.0.0.1:${port}/`, connections }
}

describe('endpoints', () => {
  const url = 'http://127.0.0.1:9/hooks'

  test.each(['foo.bar', 'payment_intent', 'payment_intent.*', 'payment_intent.suceeded', 'constructor'])(
    'cannot subscribe to the event type %s',
    async name => {
      const { stripe, sandbox } = await harness()
      const params = { url, 'enabled_events[0]': 'charge.succeeded', 'enabled_events[1]': name }
      const answer = await fetch(`${sandbox.url}/v1/webhook_endpoints`, {
        method: 'POST',
        headers: { authorization: `Bearer ${sandbox.secretKey}` },
        body: new URLSearchParams(params),
      })
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { error: { type: 'invalid_request_error', param: 'enabled_events[1]' } },
      ])
      expect((await stripe.webhookEndpoints.list()).data).toEqual([])
    },
  )

  test('one that hangs delays no other, and a reset closes its connections', async () => {
    const h = await harness()
    const slow = await hanging()
    const endpoint = { url: slow.url, enabled_events: ['customer.created' as const] }
    await h.stripe.webhookEndpoints.create(endpoint)
    const { hooks } = await listening(h, { enabled_events: ['customer.created'] })
    for (let n = 0; n < 40; n++) await h.stripe.customers.create({})
    await hooks.waitFor(40)
    expect(await slow.connections()).toBeGreaterThan(0)

    await h.control('POST', 'reset')
    await expect.poll(slow.connections).toBe(0)
    const again = await listening(h, { enabled_events: ['customer.created'] })
    await h.stripe.customers.create({})
    await again.hooks.waitFor(1)
  })

  test.each(['nonsense', '2020-08-27'])('cannot be of version %s', async api_version => {
    const { sandbox } = await harness()
    const answer = await fetch(`${sandbox.url}/v1/webhook_endpoints`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.secretKey}` },
      body: new URLSearchParams({ url, 'enabled_events[0]': '*', api_version }),
    })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { param: 'api_version' } }])
  })

  test('gets its events in its own version, or in the newest if it has none', async () => {
    const h = await harness()
    const old = await listening(h, { enabled_events: ['customer.created'], api_version: '2024-06-20' })
    const plain = await listening(h, { enabled_events: ['customer.created'] })
    await h.stripe.customers.create({})
    const [first] = await old.hooks.waitFor(1)
    const [second] = await plain.hooks.waitFor(1)
    expect(old.endpoint.api_version).toBe('2024-06-20')
    expect([first?.event.api_version, second?.event.api_version]).toEqual(['2024-06-20', apiVersion])
  })

  test('can subscribe to all types of the SDK, and to no others', async () => {
    const { stripe } = await harness()
    const sdk = dirname(createRequire(import.meta.url).resolve('stripe'))
    const module = createReader()(join(sdk, '../esm/resources/WebhookEndpoints.d.ts'))
    const union = module.aliases.get('WebhookEndpointCreateParams.EnabledEvent') ?? ''
    const names = [...union.matchAll(/'([^']+)'/g)].map(([, name]) => name)
    expect(['*', ...eventTypes].sort()).toEqual(names.sort())
    const { id } = await stripe.webhookEndpoints.create({ url, enabled_events: ['*'] })
    const enabled_events = eventTypes as Stripe.WebhookEndpointUpdateParams.EnabledEvent[]
    expect((await stripe.webhookEndpoints.update(id, { enabled_events })).enabled_events).toEqual(eventTypes)
  })
})

describe('webhooks', () => {
  test('Connect endpoints get the events of accounts, and the others get the platform’s', async () => {
    const h = await harness()
    const platform = await listening(h)
    const connect = await listening(h, { connect: true })
    const { id, options } = await h.merchant()
    await h.stripe.paymentIntents.create({ ...card, application_fee_amount: 100 }, options)
    await connect.hooks.waitFor(3)
    expect(connect.hooks.types().sort()).toEqual([
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.succeeded',
    ])
    expect(connect.hooks.received.every(item => item.event.account === id)).toBe(true)
    await platform.hooks.waitFor(1)
    expect(platform.hooks.types()).toEqual(['application_fee.created'])
    expect(platform.hooks.received[0]?.event).not.toHaveProperty('account')
    expect(platform.hooks.received[0]?.event.request).toMatchObject({ id: expect.stringMatching(/^req_/) })
  })

  test('only enabled events are sent, and none after the endpoint is gone', async () => {
    const h = await harness()
    const { hooks, endpoint } = await listening(h, { enabled_events: ['payment_intent.succeeded'] })
    expect(endpoint.secret).toMatch(/^whsec_/)
    await h.stripe.paymentIntents.create(card)
    await hooks.waitFor(1)
    expect(hooks.types()).toEqual(['payment_intent.succeeded'])
    expect((await h.stripe.webhookEndpoints.list()).data[0]).not.toHaveProperty('secret')
    await h.stripe.webhookEndpoints.del(endpoint.id)
    await h.stripe.paymentIntents.create(card)
    await expect.poll(() => h.control('GET', 'webhooks')).toMatchObject({ pending: 0, failed: 0 })
    expect(hooks.received).toHaveLength(1)
  })

  test('a failed delivery is retried until it is accepted', async () => {
    const h = await harness({ webhookRetryMs: 10 })
    const { hooks } = await listening(h, { enabled_events: ['payment_intent.created'] })
    hooks.answerWith(500, 302, 200)
    await h.stripe.paymentIntents.create({ amount: 2000, currency: 'usd' })
    const [first, second, third] = await hooks.waitFor(3)
    expect(second?.event.id).toBe(first?.event.id)
    expect(third?.event.id).toBe(first?.event.id)
    await waitUntil(async () => (await h.control('GET', 'webhooks')).pending === 0)
  })

  test('later retries wait for the clock', async () => {
    const h = await harness({ webhookRetryMs: 3_600_000 })
    const { hooks } = await listening(h, { enabled_events: ['payment_intent.created'] })
    hooks.answerWith(500)
    await h.stripe.paymentIntents.create({ amount: 2000, currency: 'usd' })
    await hooks.waitFor(1)
    const undelivered = () => h.stripe.events.list({ delivery_success: false })
    await waitUntil(async () => (await undelivered()).data[0]?.pending_webhooks === 1)
    await waitUntil(async () => {
      await h.control('POST', 'clock', { advance_seconds: 3600 })
      return hooks.received.length >= 2
    })
    await waitUntil(async () => (await undelivered()).data.length === 0)
    expect((await h.stripe.events.list({ delivery_success: true })).data).toHaveLength(1)
  })
})

describe('disruptions', () => {
  const only: Partial<Stripe.WebhookEndpointCreateParams> = { enabled_events: ['payment_intent.created'] }
  const create = (h: Harness) => h.stripe.paymentIntents.create({ amount: 2000, currency: 'usd' })

  test('duplicate', async () => {
    const h = await harness()
    const { hooks } = await listening(h, only)
    await h.control('POST', 'webhooks/disruptions', { mode: 'duplicate' })
    await create(h)
    const [first, second] = await hooks.waitFor(2)
    expect(second?.body).toBe(first?.body)
  })

  test('drop: the event is not delivered, but is in the list', async () => {
    const h = await harness()
    const { hooks } = await listening(h, only)
    await h.control('POST', 'webhooks/disruptions', { mode: 'drop', count: 1 })
    const lost = await create(h)
    await create(h)
    await hooks.waitFor(1)
    const undelivered = async () => (await h.stripe.events.list({ delivery_success: false })).data
    const payments = async () => (await undelivered()).map(event => Reflect.get(event.data.object, 'id'))
    await expect.poll(payments).toEqual([lost.id])
    await h.control('POST', 'webhooks/resend', { event: (await undelivered())[0]?.id })
    await hooks.waitFor(2)
  })

  test('a lost delivery counts as failed until it is resent and accepted, at each endpoint', async () => {
    const h = await harness()
    const { hooks } = await listening(h, only)
    const other = await listening(h, only)
    await h.control('POST', 'webhooks/disruptions', { mode: 'drop', count: 4 })
    await create(h)
    await create(h)
    const failed = async () => (await h.control('GET', 'webhooks')).failed
    await expect.poll(failed).toBe(4)
    const [event, untouched] = (await h.stripe.events.list({ delivery_success: false })).data
    await h.stripe.webhookEndpoints.update(other.endpoint.id, { disabled: true })
    await h.control('POST', 'webhooks/resend', { event: event?.id })
    await hooks.waitFor(1)
    await expect.poll(failed).toBe(3)
    await h.stripe.webhookEndpoints.update(other.endpoint.id, { disabled: false })
    await h.control('POST', 'webhooks/resend', { event: event?.id })
    await other.hooks.waitFor(1)
    await expect.poll(failed).toBe(2)
    const undelivered = await h.stripe.events.list({ delivery_success: false })
    expect(undelivered.data.map(({ id }) => id)).toEqual([untouched?.id])
  })

  test('delay', async () => {
    const h = await harness()
    const { hooks } = await listening(h, only)
    await h.control('POST', 'webhooks/disruptions', { mode: 'delay', ms: 2000 })
    // both are sent at once, however long it takes to create them
    await h.control('POST', 'webhooks/pause')
    const late = await create(h)
    const soon = await create(h)
    await h.control('POST', 'webhooks/resume')
    const received = await hooks.waitFor(2)
    expect(received.map(item => Reflect.get(item.event.data.object, 'id'))).toEqual([soon.id, late.id])
  })

  test('reorder', async () => {
    const h = await harness()
    const { hooks } = await listening(h, only)
    await h.control('POST', 'webhooks/disruptions', { mode: 'reorder', count: 3 })
    const ids = [(await create(h)).id, (await create(h)).id, (await create(h)).id]
    const received = await hooks.waitFor(3)
    expect(received.map(item => Reflect.get(item.event.data.object, 'id'))).toEqual(ids.reverse())
  })

  test('pause and resume', async () => {
    const h = await harness()
    const { hooks } = await listening(h, only)
    await h.control('POST', 'webhooks/pause')
    await create(h)
    expect(await h.control('GET', 'webhooks')).toMatchObject({ paused: true, pending: 1 })
    expect(hooks.received).toHaveLength(0)
    await h.control('POST', 'webhooks/resume')
    await hooks.waitFor(1)
  })
})
