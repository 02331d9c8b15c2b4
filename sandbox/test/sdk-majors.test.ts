import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type Stripe from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { fetchOnce } from '../../scripts/fetch-once.js'
import { needs } from '../../vitest.needs.ts'
import { type Harness, harness } from './support/harness.ts'
import { receiver } from './support/receiver.ts'

/** The calls below, which all majors have. Their types differ, so this declares what they have in common. */
interface Sdk {
  paymentIntents: {
    create(params: object): Promise<Stripe.PaymentIntent>
    capture(id: string, params?: object): Promise<Stripe.PaymentIntent>
    list(params: object): AsyncIterable<Stripe.PaymentIntent>
  }
  refunds: { create(params: object): Promise<Stripe.Refund> }
  charges: { retrieve(id: string): Promise<Stripe.Charge> }
  webhookEndpoints: { create(params: object): Promise<Stripe.WebhookEndpoint> }
  webhooks: { constructEvent(body: string, signature: string, secret: string): { type: string; id: string } }
}
type Constructor = new (key: string, config: object) => Sdk

/** Each major, and how its API version lists payment methods. */
const majors = [
  ['stripe-14', { payment_method_types: ['card'] }],
  ['stripe-17', { payment_method_types: ['card'] }],
  ['stripe-20', { payment_method_types: ['card'] }],
  ['stripe', { allowed_payment_method_types: ['card'] }],
] as const

const folder = fileURLToPath(new URL('../sdks/', import.meta.url))
const require = createRequire(folder)

/** Before the first test, which must not time out. False if npm cannot fetch them. */
const areFetched = await fetchOnce(folder, 'older SDKs of Stripe (27 MB)').then(
  () => true,
  () => false,
)

/** Required by a name that the compiler does not follow: older majors declare types for the module `stripe` itself. */
function client({ sandbox }: Harness, name: string): Sdk {
  const Sdk: Constructor = require(name)
  const { host, port, secretKey } = sandbox
  return new Sdk(secretKey, { host, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 })
}

describe.each(majors)('%s, with its own API version', (name, types) => {
  beforeEach(test => needs(test, 'older SDKs from npm', name === 'stripe' || areFetched))
  const card = { amount: 1000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa', ...types }

  test('pays, captures and refunds', async () => {
    const sdk = client(await harness(), name)
    const paid = await sdk.paymentIntents.create(card)
    expect([paid.status, paid.payment_method_types]).toEqual(['succeeded', ['card']])
    const held = await sdk.paymentIntents.create({ ...card, capture_method: 'manual' })
    expect(held.status).toBe('requires_capture')
    const captured = await sdk.paymentIntents.capture(held.id, { amount_to_capture: 400 })
    expect([captured.status, captured.amount_received]).toEqual(['succeeded', 400])
    const refund = await sdk.refunds.create({ payment_intent: paid.id, amount: 300 })
    expect([refund.status, refund.amount]).toEqual(['succeeded', 300])
    expect((await sdk.charges.retrieve(String(paid.latest_charge))).amount_refunded).toBe(300)
  })

  test('sees why a card was declined', async () => {
    const sdk = client(await harness(), name)
    const declined = sdk.paymentIntents.create({ ...card, payment_method: 'pm_card_chargeDeclined' })
    await expect(declined).rejects.toMatchObject({
      type: 'StripeCardError',
      code: 'card_declined',
      decline_code: 'generic_decline',
      payment_intent: { status: 'requires_payment_method' },
    })
  })

  test('walks through the pages of a list', async () => {
    const sdk = client(await harness(), name)
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.push((await sdk.paymentIntents.create(card)).id)
    const seen: string[] = []
    for await (const { id } of sdk.paymentIntents.list({ limit: 2 })) seen.push(id)
    expect(seen).toEqual(made.reverse())
  })

  test('verifies webhooks', async () => {
    const sdk = client(await harness(), name)
    const hooks = await receiver()
    const endpoint = await sdk.webhookEndpoints.create({
      url: hooks.url,
      enabled_events: ['payment_intent.succeeded'],
    })
    hooks.useSecret(endpoint.secret)
    await sdk.paymentIntents.create(card)
    const [received] = await hooks.waitFor(1)
    const signature = String(received?.headers['stripe-signature'])
    const event = sdk.webhooks.constructEvent(received?.body ?? '', signature, endpoint.secret ?? '')
    expect([event.type, event.id]).toEqual(['payment_intent.succeeded', received?.event.id])
    expect(() => sdk.webhooks.constructEvent('{}', signature, endpoint.secret ?? '')).toThrow('signature')
  })
})
