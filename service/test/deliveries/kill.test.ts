import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import type { Env } from '../../src/config.ts'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import { storiesOf } from '../inbox/stories.ts'
import { launchForThisTest } from '../support/cli.ts'
import { activityView, holdDeliveries, holdPayment } from '../support/held-row.ts'
import { orCut } from '../support/or-cut.ts'
import { usePaying } from '../support/paying.ts'
import { accept, startReceiver } from '../support/receiver.ts'
import { encryptionKey } from '../support/secrets.ts'
import { operatorToken, startService, type TestService } from '../support/service.ts'
import { addEndpoint, enqueue } from './queue.ts'

const paying = usePaying()

function envOf(more: Env = {}): Env {
  return {
    PORT: '0',
    DATABASE_URL: paying.databaseUrl,
    SVC_OPERATOR_TOKEN: operatorToken,
    SVC_ENCRYPTION_KEY: encryptionKey,
    SVC_PROCESSOR: 'sandbox',
    STRIPE_API_BASE: paying.sandbox.url,
    STRIPE_SECRET_KEY: paying.sandbox.secretKey,
    STRIPE_PUBLISHABLE_KEY: paying.sandbox.publishableKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    SVC_CALLBACK_ALLOW_PRIVATE: 'true',
    ...more,
  }
}

/** A process that can be killed. */
async function serving(role: 'api' | 'worker', more: Env = {}) {
  const process = launchForThisTest(['serve', '--role', role], envOf(more))
  return { process, url: await process.says(/"url":"(\S+?)".*"listening"/) }
}

/** The instance that takes over, in the process of the test. */
async function takingOver(role: 'api' | 'worker', more: Env = {}): Promise<TestService> {
  const service = await startService(paying.databaseUrl, { role, env: envOf(more) })
  onTestFinished(service.stop)
  return service
}

async function nobodyWaits(): Promise<void> {
  const { db } = paying.service
  const waiting = () => db`
    select 1 from ${db(activityView())} where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(waiting).toEqual([])
}

const idsAt = (receiver: { received: { headers: Record<string, unknown> }[] }) =>
  receiver.received.map(({ headers }) => String(headers['svc-event-id']))

async function allDelivered(merchants: string[]): Promise<void> {
  await waitFor(async () => {
    const rows = await paying.service.db`
        select state, attempts, count(*)::int as count from deliveries where merchant_id = any(${merchants})
        group by state, attempts`
    expect(rows).toEqual([{ state: 'delivered', attempts: 1, count: expect.any(Number) }])
  })
  const attempts = await paying.service.db`
    select delivery_id from delivery_attempts where merchant_id = any(${merchants})`
  expect(new Set(attempts.map(({ deliveryId }) => deliveryId)).size).toBe(attempts.length)
  expect(await paying.service.db`select 1 from delivery_queue where merchant_id = any(${merchants})`).toEqual(
    [],
  )
}

async function merchantsWith(url: string, count: number): Promise<string[]> {
  const merchants = []
  for (let i = 0; i < 3; i++) {
    const merchantId = await addEndpoint(paying.service, url)
    await enqueue(paying.service.db, merchantId, { count })
    merchants.push(merchantId)
  }
  return merchants
}

describe('a worker killed', () => {
  it('while receivers delay their answers loses nothing and counts nothing twice', async () => {
    const receiver = await startReceiver(() => {})
    const merchants = await merchantsWith(receiver.url, 20)
    const { process } = await serving('worker')
    await waitFor(() => expect(receiver.received).toHaveLength(6))
    await process.signal('SIGKILL')
    receiver.behave(accept)
    await takingOver('worker')
    await allDelivered(merchants)
    const ids = idsAt(receiver)
    expect(new Set(ids).size).toBe(60)
    // deliveries in flight arrive twice ("at least once"), as the same attempt
    expect(ids).toHaveLength(66)
    expect(new Set(receiver.received.map(({ headers }) => headers['svc-delivery-attempt']))).toEqual(
      new Set(['1']),
    )
  })

  it('before it could record answers sends those deliveries again', async () => {
    const receiver = await startReceiver()
    const merchants = await merchantsWith(receiver.url, 2)
    const held = await holdDeliveries(paying.databaseUrl, merchants)
    const { process } = await serving('worker')
    await waitFor(() => expect(receiver.received).toHaveLength(6))
    await process.signal('SIGKILL')
    await held.release()
    // PostgreSQL notices that the process is gone, and rolls back its transaction
    await nobodyWaits()
    await takingOver('worker')
    await allDelivered(merchants)
    expect(new Set(idsAt(receiver)).size).toBe(6)
  })
})

describe('the webhook’s process killed', () => {
  /** A proxy between the processor and the service. The test decides whether an answer is passed on. */
  async function between(onAnswer: (count: number) => 'answer' | 'swallow') {
    let target = ''
    let count = 0
    const server = createServer(
      orCut(async (request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk)
        const answer = await fetch(`${target}/webhooks/processor`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'stripe-signature': String(request.headers['stripe-signature']),
          },
          body: Buffer.concat(chunks),
        }).catch(() => null)
        if (!answer || (answer.ok && onAnswer(++count) === 'swallow')) return request.socket.destroy()
        response.writeHead(answer.status).end(await answer.text())
      }),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const endpoint = await paying.stripe.webhookEndpoints.create({
      url,
      enabled_events: ['payment_intent.succeeded'],
      connect: true,
    })
    onTestFinished(async () => {
      await paying.stripe.webhookEndpoints.del(endpoint.id)
    })
    return {
      secret: endpoint.secret ?? '',
      lead: (to: string) => {
        target = to
      },
    }
  }

  const twoServing = (secret: string) =>
    Promise.all([
      serving('api', { STRIPE_WEBHOOK_SECRET: secret }),
      takingOver('api', { STRIPE_WEBHOOK_SECRET: secret }),
    ])

  async function oneOfAll(merchantId: string, paymentId: string): Promise<void> {
    const { db } = paying.service
    await waitFor(async () =>
      expect(await db`select 1 from events where merchant_id = ${merchantId}`).toHaveLength(1),
    )
    expect(await db`select outcome from events where merchant_id = ${merchantId}`).toEqual([
      { outcome: 'applied' },
    ])
    expect(await db`select state from deliveries where merchant_id = ${merchantId}`).toHaveLength(1)
    expect(await db`select fact from ledger_entries where payment_id = ${paymentId}`).toEqual([
      { fact: 'capture' },
    ])
    expect(await db`select status, version from payments where payment_id = ${paymentId}`).toEqual([
      { status: 'succeeded', version: 2 },
    ])
    expect((await verifyLedger(db)).differences).toEqual([])
  }

  it('before it could record the event: the processor’s retry is the first', async () => {
    const way = await between(() => 'answer')
    const [first, second] = await twoServing(way.secret)
    way.lead(first.url)
    const merchant = await paying.addMerchant({ callbackUrl: 'http://127.0.0.1:9/' })
    const stories = storiesOf(paying, merchant)
    const payment = await stories.created()
    const held = await holdPayment(paying.databaseUrl, merchant.merchantId, payment.id)
    await paying.stripe.paymentIntents.confirm(
      payment.intentId,
      { payment_method: 'pm_card_visa', return_url: 'https://shop.example' },
      { stripeAccount: merchant.accountId },
    )
    await held.waitedFor()
    await first.process.signal('SIGKILL')
    way.lead(second.url)
    await held.release()
    await oneOfAll(merchant.merchantId, payment.id)
  })

  it('after it recorded the event, before it answered: the retry changes nothing', async () => {
    let killed: Promise<unknown> | undefined
    let retried = 0
    const way = await between(count => {
      if (count === 1) {
        killed = first.process.signal('SIGKILL')
        return 'swallow'
      }
      retried += 1
      return 'answer'
    })
    const [first, second] = await twoServing(way.secret)
    way.lead(first.url)
    const merchant = await paying.addMerchant({ callbackUrl: 'http://127.0.0.1:9/' })
    const payment = await storiesOf(paying, merchant).card()
    await waitFor(() => expect(killed).toBeDefined())
    way.lead(second.url)
    await waitFor(() => expect(retried).toBeGreaterThan(0))
    await oneOfAll(merchant.merchantId, payment.id)
  })
})
