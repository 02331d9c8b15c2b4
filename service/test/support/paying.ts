import { randomBytes } from 'node:crypto'
import { Stripe } from 'stripe'
import { type Sandbox, startSandbox } from 'svcpay-sandbox'
import { afterAll, beforeAll } from 'vitest'
import type { Env } from '../../src/config.ts'
import type { MerchantId } from '../../src/ids.ts'
import { recordAccount } from '../../src/merchants/accounts.sql.ts'
import { createDatabase } from './database.ts'
import { type Answer, type ServiceOptions, startService, type TestService } from './service.ts'

export interface PayingMerchant {
  merchantId: string
  apiKey: string
  accountId: string
}

/** A service, the sandbox it talks to, and the official SDK to look at the sandbox from outside. */
export interface Paying {
  service: TestService
  sandbox: Sandbox
  stripe: Stripe
  databaseUrl: string
  /** The settings with which a service reaches the sandbox. */
  sandboxEnv: Env
  merchant: PayingMerchant
  addMerchant(input?: Record<string, unknown>): Promise<PayingMerchant>
  startAnother(options?: ServiceOptions): Promise<TestService>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  get(path: string): Promise<Answer>
  create(body?: Record<string, unknown>, idempotencyKey?: string): Promise<Answer>
  /** Creates a payment and completes it at the processor as a shopper would. */
  pay(body?: Record<string, unknown>, method?: string): Promise<PaidPayment>
  control(path: string, body?: unknown): Promise<unknown>
  /** The next call of this operation waits at the processor until the faults are cleared. */
  hold(operation: string, more?: object): Promise<unknown>
  clearFaults(): Promise<void>
}

export interface PaidPayment {
  id: string
  intentId: string
}

export const newKey = () => `key-${randomBytes(8).toString('hex')}`

export interface PayingOptions extends ServiceOptions {
  /** Whether the sandbox sends its events to the service. */
  webhooks?: boolean
}

export function usePaying(options: PayingOptions = {}): Paying {
  const handle = {} as Paying
  const stops: (() => Promise<void>)[] = []
  beforeAll(async () => {
    const sandbox = await startSandbox({ settleAfterMs: 50 })
    stops.unshift(sandbox.close)
    const database = await createDatabase()
    stops.unshift(database.drop)
    const sandboxEnv = {
      SVC_PROCESSOR: 'sandbox',
      STRIPE_API_BASE: sandbox.url,
      STRIPE_SECRET_KEY: sandbox.secretKey,
      STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
    }
    const stripe = new Stripe(sandbox.secretKey, {
      host: sandbox.host,
      port: sandbox.port,
      protocol: 'http',
      telemetry: false,
    })
    const webhook = options.webhooks ? await registerWebhooks(stripe) : null
    const start = async (more: ServiceOptions = {}) => {
      const service = await startService(database.url, {
        ...options,
        ...more,
        env: { ...sandboxEnv, ...options.env, ...more.env },
      })
      stops.unshift(service.stop)
      return service
    }
    const service = await start({ env: webhook?.env ?? {} })
    await webhook?.moveTo(service)
    Object.assign(
      handle,
      { service, sandbox, stripe, sandboxEnv, databaseUrl: database.url, startAnother: start },
      calls(handle),
    )
    handle.merchant = await handle.addMerchant()
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
  })
  return handle
}

/** Their secrets must be known before the service starts, and its address is known only then. */
async function registerWebhooks(stripe: Stripe) {
  const endpoints = await Promise.all(
    [true, false].map(connect =>
      stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:1/', enabled_events: ['*'], connect }),
    ),
  )
  const env = { STRIPE_WEBHOOK_SECRET: endpoints.map(({ secret }) => secret).join(',') }
  const moveTo = async (service: TestService) => {
    const url = `${service.url}/webhooks/processor`
    for (const { id } of endpoints) await stripe.webhookEndpoints.update(id, { url })
  }
  return { env, moveTo }
}

function calls(handle: Paying): Partial<Paying> {
  const { post, get, create } = {
    post: (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      handle.service.call('POST', `/v1${path}`, { key: handle.merchant.apiKey, body, headers }),
    get: (path: string) => handle.service.call('GET', `/v1${path}`, { key: handle.merchant.apiKey }),
    create: (body: Record<string, unknown> = {}, idempotencyKey = newKey()) =>
      post('/payments/intents', { amountCents: 5000, ...body }, { 'idempotency-key': idempotencyKey }),
  }
  return {
    post,
    get,
    create,
    async addMerchant(input = {}) {
      const { merchantId, apiKey } = await handle.service.createMerchant(input)
      const account = await handle.stripe.accounts.create({ type: 'standard', country: 'US' })
      const snapshot = {
        accountId: account.id,
        chargesEnabled: true,
        payoutsEnabled: true,
        detailsSubmitted: true,
        disabledReason: null,
        pastDue: false,
        currentlyDue: [],
      }
      await recordAccount(handle.service.db, merchantId as MerchantId, 'sandbox', snapshot, new Date())
      return { merchantId, apiKey, accountId: account.id }
    },
    async pay(body = {}, method = 'pm_card_visa') {
      const { body: created } = await create(body)
      const intentId = created.processorPaymentIntentId
      await handle.stripe.paymentIntents.confirm(
        intentId,
        { payment_method: method, return_url: 'https://shop.example/return' },
        { stripeAccount: handle.merchant.accountId },
      )
      return { id: created.svcPaymentId, intentId }
    },
    // shorter than the service waits for an answer
    hold: (operation, more) =>
      handle.control('/faults', { operation, kind: 'latency', ms: 120_000, ...more }),
    async clearFaults() {
      await fetch(`${handle.sandbox.url}/_sandbox/faults`, { method: 'DELETE' })
    },
    async control(path, body) {
      const response = await fetch(`${handle.sandbox.url}/_sandbox${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`sandbox said ${response.status}: ${await response.text()}`)
      return await response.json()
    },
  }
}
