import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { startSandbox } from 'svcpay-sandbox'
import { expect, it, onTestFinished } from 'vitest'
import { registerSandboxWebhooks } from '../../../src/cli/up/local-sandbox.ts'
import { folderForThisTest } from '../../support/cli.ts'
import { startReceiver } from '../../support/receiver.ts'

async function setUp() {
  const sandbox = await startSandbox()
  onTestFinished(sandbox.close)
  const { host, port, secretKey, url } = sandbox
  const stripe = new Stripe(secretKey, { host, port, protocol: 'http', telemetry: false })
  const dataDir = folderForThisTest()
  const register = (serviceUrl = 'http://127.0.0.1:9') =>
    registerSandboxWebhooks(
      { name: 'sandbox', apiBase: url, secretKey },
      `${serviceUrl}/webhooks/processor`,
      dataDir,
    )
  const addresses = async () => (await stripe.webhookEndpoints.list()).data.map(endpoint => endpoint.url)
  return { stripe, dataDir, register, addresses }
}

it('receives the events of merchants and of the platform, each with its own secret', async () => {
  const { stripe, register } = await setUp()
  const receiver = await startReceiver()
  const secrets = await register(receiver.url)
  const { id } = await stripe.accounts.create({ type: 'standard', country: 'US' })
  await stripe.paymentIntents.create(
    {
      amount: 1000,
      currency: 'usd',
      application_fee_amount: 10,
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_visa',
      confirm: true,
    },
    { stripeAccount: id },
  )
  await expect.poll(() => receiver.received.length).toBe(4)
  const told = receiver.received.map(({ body: bytes, headers }) => {
    const body = bytes.toString()
    const signature = String(headers['stripe-signature'])
    const opens = secrets.findIndex(secret => verifies(stripe, body, signature, secret))
    const { type, account } = JSON.parse(body)
    return { type, account, opens }
  })
  expect(told).toHaveLength(4)
  expect(told).toContainEqual({ type: 'application_fee.created', account: undefined, opens: 1 })
  expect(told).toContainEqual({ type: 'payment_intent.succeeded', account: id, opens: 0 })
})

it('registers once per address, and again when the address changes', async () => {
  const { register, addresses } = await setUp()
  const secrets = await register()
  expect(await register()).toEqual(secrets)
  expect(await addresses()).toHaveLength(2)
  const moved = await register('http://127.0.0.1:10')
  expect(moved).not.toEqual(secrets)
  expect(new Set(await addresses())).toEqual(new Set(['http://127.0.0.1:10/webhooks/processor']))
})

it('requests the API version that this release reads, so that doctor finds no fault', async () => {
  const { stripe, register } = await setUp()
  await register()
  const { data } = await stripe.webhookEndpoints.list()
  expect(data.map(endpoint => endpoint.api_version)).toEqual([Stripe.API_VERSION, Stripe.API_VERSION])
})

it('adds an endpoint that a data dir of an earlier release lacks', async () => {
  const { stripe, dataDir, register, addresses } = await setUp()
  const [merchants] = await register()
  const [platform] = (await stripe.webhookEndpoints.list()).data
  await stripe.webhookEndpoints.del(platform?.id ?? '')
  rmSync(join(dataDir, 'sandbox-platform-webhook-secret'))
  const again = await register()
  expect(again[0]).toBe(merchants)
  expect(again).toHaveLength(2)
  expect(await addresses()).toHaveLength(2)
})

function verifies(stripe: Stripe, body: string, signature: string, secret: string): boolean {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret).object === 'event'
  } catch {
    return false
  }
}
