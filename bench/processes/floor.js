import { Agent } from 'node:http'
import Fastify from 'fastify'
import postgres from 'postgres'
import { Stripe } from 'stripe'
import { counting } from '../src/allocations.js'
import { serveTasks, settingsOfChild } from '../src/children.js'

// The least that each kind of request can cost: the framework, and the one step that cannot be left out.
const { processorUrl, databaseUrl, webhookSecret } = settingsOfChild()
const { hostname, port } = new URL(processorUrl)
const stripe = new Stripe('sk_test_bench', {
  host: hostname,
  port,
  protocol: 'http',
  maxNetworkRetries: 0,
  telemetry: false,
  httpClient: Stripe.createNodeHttpClient(
    new Agent({ keepAlive: true, maxSockets: 1024, scheduling: 'lifo' }),
  ),
})
const sql = postgres(databaseUrl, { max: 10, onnotice: () => {} })
const app = Fastify()

/** The same call with the official SDK; nothing is stored. */
app.post('/v1/payments/intents', async (/** @type {any} */ request) => {
  const { amountCents, currency, orderRef } = request.body
  const intent = await stripe.paymentIntents.create(
    {
      amount: amountCents,
      currency,
      application_fee_amount: 50,
      automatic_payment_methods: { enabled: true },
      capture_method: 'automatic',
      metadata: { svcPaymentId: 'svcpay_00000000000000000000000000', orderRef },
    },
    { stripeAccount: 'acct_bench', idempotencyKey: request.headers['idempotency-key'] },
  )
  return { id: intent.id, status: intent.status, clientSecret: intent.client_secret }
})

/** One select of the same row. */
app.get('/v1/payments/:id', async (/** @type {any} */ request) => {
  const [row] = await sql`select * from payments where merchant_id = ${request.headers['x-api-key']}
    and payment_id = ${request.params.id}`
  return row
})

/** No database at all. */
const [constant] = await sql`select * from payments limit 1`
app.get('/constant/v1/payments/:id', async () => constant)

/** Verified by the SDK; one row is inserted. */
app.register(async hooks => {
  hooks.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  hooks.post('/webhooks/processor', async (/** @type {any} */ request) => {
    const event = stripe.webhooks.constructEvent(
      request.body,
      request.headers['stripe-signature'],
      webhookSecret,
    )
    await sql`insert into floor_events (id, type, body) values (${event.id}, ${event.type}, ${request.body})`
    return { received: true }
  })
})

await sql`create table floor_events (id text primary key, type text not null, body bytea not null)`
const url = await app.listen({ port: 0, host: '127.0.0.1' })
serveTasks({ url }, counting)
