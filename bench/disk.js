import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openDb } from 'svcpay/dist/db/db.js'
import { freePort } from 'svcpay-embedded-database'
import { readOptions } from './src/arguments.js'
import { startChild } from './src/children.js'
import { startDatabaseServer } from './src/database.js'
import { addSandboxMerchant, startSandbox } from './src/sandbox.js'
import { startService } from './src/service.js'
import { sizesTable } from './src/sizes.js'

const help = `node bench/disk.js [options]

Creates payments through the API, pays them in the sandbox, waits for their events and callbacks, and prints how much
disk space they take.

  --payments N      how many (2000)`

const { payments } = readOptions(help, { payments: { type: 'string', default: '2000' } })
const wanted = Number(payments)

const server = await startDatabaseServer()
const databaseUrl = await server.create('disk')
const receiver = await startChild('processes/receiver')
const sandbox = await startSandbox()
const port = await freePort()
/** One endpoint for events of the accounts, and one for events of the platform. */
const endpoints = await Promise.all(
  [true, false].map(connect =>
    sandbox.stripe.webhookEndpoints.create({
      url: `http://127.0.0.1:${port}/webhooks/processor`,
      enabled_events: ['*'],
      connect,
    }),
  ),
)
const env = {
  PORT: String(port),
  STRIPE_WEBHOOK_SECRET: endpoints.map(({ secret }) => secret).join(),
  SVC_RECONCILE_AT: 'off',
}
const service = await startService({ databaseUrl, processorUrl: sandbox.url, env })
const db = openDb(databaseUrl, { maxConnections: 1 })
try {
  const callbackUrl = `${receiver.ready.url}/callbacks`
  const merchant = await addSandboxMerchant(service, sandbox, { callbackUrl })
  await makePayments(merchant)
  await untilDelivered()
  await db`analyze`
  const [{ events, deliveries }] = await db`
    select (select count(*)::int from events) as events, (select count(*)::int from deliveries) as deliveries`
  console.log(`${wanted} payments, ${events} events, ${deliveries} callbacks\n\n${await sizesTable(db)}`)
} finally {
  await db.end()
  await service.stop()
  sandbox.stop()
  await receiver.stop()
  await server.stop()
}

async function makePayments({ apiKey, accountId }) {
  let made = 0
  const shopper = async () => {
    while (made < wanted) {
      made += 1
      const { processorPaymentIntentId } = await create(apiKey, made)
      await sandbox.stripe.paymentIntents.confirm(
        processorPaymentIntentId,
        { payment_method: 'pm_card_visa', return_url: 'https://shop.example/' },
        { stripeAccount: accountId },
      )
    }
  }
  await Promise.all(Array.from({ length: 8 }, shopper))
}

/** @returns {Promise<any>} */
async function create(apiKey, number) {
  const response = await fetch(`${service.url}/v1/payments/intents`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ amountCents: 5000, orderRef: `order-${number}` }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return await response.json()
}

/** Waits until every payment has its events and every callback has been sent. */
async function untilDelivered() {
  for (;;) {
    const [{ isDone }] = await db`
      select (select count(*) from payments where status = 'succeeded') = ${wanted}
        and (select count(*) from events where type = 'application_fee.created') = ${wanted}
        and not exists (select from delivery_queue) as is_done`
    if (isDone) return
    await pause(100)
  }
}
