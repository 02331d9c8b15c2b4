import { Stripe } from 'stripe'
import { type Sandbox, startSandbox } from 'svcpay-sandbox'
import { afterAll, beforeAll } from 'vitest'
import type { Env } from '../../src/config.ts'
import { createDatabase } from './database.ts'
import { newKey } from './paying.ts'
import { type Answer, type ServiceOptions, startService, type TestService } from './service.ts'

export const [first, second] = ['sandbox', 'stripe-eu'] as const
type Name = typeof first | typeof second
const prefixes = { [first]: 'STRIPE', [second]: 'STRIPE_EU' } as const
const addresses = { [first]: '/webhooks/processor', [second]: `/webhooks/processor/${second}` } as const

export interface MovingMerchant {
  merchantId: string
  apiKey: string
  accounts: Record<Name, string>
}

interface Place {
  sandbox: Sandbox
  stripe: Stripe
  endpoints: Stripe.WebhookEndpoint[]
}

/** A service with two processors, each a sandbox of its own that sends its events to the service. */
export interface TwoProcessors {
  service: TestService
  places: Record<Name, Place>
  env: Env
  databaseUrl: string
  start(options?: ServiceOptions): Promise<TestService>
  /** A merchant that can take payments at both, and does so at the first. */
  addMerchant(): Promise<MovingMerchant>
  /** One that can take payments at some of them. */
  addMerchantAt(...names: Name[]): Promise<MovingMerchant>
  /** Gives it an account there; enabled once it is onboarded. */
  connect(merchantId: string, name: Name): Promise<string>
  onboard(name: Name, accountId: string): Promise<void>
  move(merchantId: string, processor: string, when?: string): Promise<Answer>
  create(merchant: MovingMerchant, idempotencyKey?: string, body?: object): Promise<Answer>
  /** As a shopper would. */
  confirm(merchant: MovingMerchant, created: Answer['body'], method?: string): Promise<void>
  pay(merchant: MovingMerchant): Promise<Answer['body']>
  post(merchant: MovingMerchant, path: string, body?: object): Promise<Answer>
  read(merchant: MovingMerchant, svcPaymentId: string): Promise<Answer['body']>
  fault(name: Name, fault: object): Promise<void>
  clearFaults(name: Name): Promise<void>
}

export function useTwoProcessors(options: ServiceOptions = {}): TwoProcessors {
  const handle = {} as TwoProcessors
  const stops: (() => Promise<void>)[] = []
  beforeAll(async () => {
    const places = { [first]: await startPlace(), [second]: await startPlace() }
    for (const { sandbox } of Object.values(places)) stops.unshift(sandbox.close)
    const database = await createDatabase()
    stops.unshift(database.drop)
    const env: Env = { SVC_PROCESSORS: `${first},${second}` }
    for (const name of [first, second]) Object.assign(env, settingsOf(prefixes[name], places[name]))
    const start = async (more: ServiceOptions = {}) => {
      const merged = { ...options, ...more, env: { ...env, ...options.env, ...more.env } }
      const service = await startService(database.url, merged)
      stops.unshift(service.stop)
      for (const name of [first, second]) {
        const { stripe, endpoints } = places[name]
        const url = service.url + addresses[name]
        if (more.role !== 'worker')
          for (const { id } of endpoints) await stripe.webhookEndpoints.update(id, { url })
      }
      return service
    }
    Object.assign(handle, { places, env, databaseUrl: database.url, start }, calls(handle))
    handle.service = await start()
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
  })
  return handle
}

async function startPlace(): Promise<Place> {
  const sandbox = await startSandbox({ settleAfterMs: 50 })
  const { secretKey, host, port } = sandbox
  const stripe = new Stripe(secretKey, { host, port, protocol: 'http', telemetry: false })
  const endpoints = await Promise.all(
    [true, false].map(connect =>
      stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:1/', enabled_events: ['*'], connect }),
    ),
  )
  return { sandbox, stripe, endpoints }
}

function settingsOf(prefix: string, { sandbox, endpoints }: Place): Env {
  return {
    [`${prefix}_API_BASE`]: sandbox.url,
    [`${prefix}_SECRET_KEY`]: sandbox.secretKey,
    [`${prefix}_PUBLISHABLE_KEY`]: sandbox.publishableKey,
    [`${prefix}_WEBHOOK_SECRET`]: endpoints.map(({ secret }) => secret).join(','),
  }
}

function calls(handle: TwoProcessors): Partial<TwoProcessors> {
  const control = async (name: Name, path: string, body: object) => {
    const response = await fetch(`${handle.places[name].sandbox.url}/_sandbox${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(await response.text())
  }
  const post: TwoProcessors['post'] = ({ apiKey: key }, path, body = {}) =>
    handle.service.call('POST', `/v1${path}`, { key, body, headers: { 'idempotency-key': newKey() } })
  const calls: Partial<TwoProcessors> &
    Pick<TwoProcessors, 'addMerchantAt' | 'create' | 'confirm' | 'connect' | 'onboard'> = {
    post,
    async connect(merchantId, processor) {
      const path = `/merchants/${merchantId}/account`
      const { status, body } = await handle.service.admin('POST', path, { processor })
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body.processorAccountId
    },
    onboard: (name, accountId) => control(name, `/accounts/${accountId}/onboarding`, { outcome: 'complete' }),
    addMerchant: () => calls.addMerchantAt(first, second),
    async addMerchantAt(...names) {
      const { merchantId, apiKey } = await handle.service.createMerchant()
      const accounts = { [first]: '', [second]: '' }
      for (const name of names) {
        accounts[name] = await calls.connect(merchantId, name)
        await calls.onboard(name, accounts[name])
      }
      return { merchantId, apiKey, accounts }
    },
    move: (merchantId, processor, when = 'now') =>
      handle.service.admin('POST', `/merchants/${merchantId}/processor`, { processor, when }),
    create: ({ apiKey: key }, idempotencyKey = newKey(), body = { amountCents: 5000 }) => {
      const headers = { 'idempotency-key': idempotencyKey }
      return handle.service.call('POST', '/v1/payments/intents', { key, body, headers })
    },
    async confirm({ accounts }, { processor, processorPaymentIntentId }, method = 'pm_card_visa') {
      const name = processor as Name
      const params = { payment_method: method, return_url: 'https://shop.example/return' }
      const there = { stripeAccount: accounts[name] }
      await handle.places[name].stripe.paymentIntents.confirm(processorPaymentIntentId, params, there)
    },
    async pay(merchant) {
      const { body } = await calls.create(merchant)
      await calls.confirm(merchant, body)
      return body
    },
    async read({ apiKey: key }, id) {
      return (await handle.service.call('GET', `/v1/payments/${id}`, { key })).body
    },
    fault: (name, fault) => control(name, '/faults', fault),
    async clearFaults(name) {
      await fetch(`${handle.places[name].sandbox.url}/_sandbox/faults`, { method: 'DELETE' })
    },
  }
  return calls
}
