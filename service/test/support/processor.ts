import { Stripe } from 'stripe'
import { type Sandbox, startSandbox } from 'svcpay-sandbox'
import { afterAll } from 'vitest'
import type { Env } from '../../src/config.ts'
import { createDatabase } from './database.ts'
import { type ServiceOptions, startService, type TestService } from './service.ts'

/** A sandbox, and the official SDK to inspect it. */
export interface TestProcessor {
  sandbox: Sandbox
  stripe: Stripe
  endpoints: Stripe.WebhookEndpoint[]
  /** The settings that a service needs for it. */
  env: Env
  /** Requires that it was started with webhooks. */
  sendEventsTo(service: TestService): Promise<void>
  /** Completes a payment as a shopper would. */
  confirm(accountId: string, intentId: string, method?: string): Promise<void>
  control(path: string, body?: unknown): Promise<unknown>
  clearFaults(): Promise<void>
}

export async function startProcessor({ name = 'sandbox', webhooks = false } = {}): Promise<TestProcessor> {
  const sandbox = await startSandbox({ settleAfterMs: 50 })
  const { secretKey, publishableKey, host, port, url: apiBase } = sandbox
  const stripe = new Stripe(secretKey, { host, port, protocol: 'http', telemetry: false })
  // The service needs the secrets before it starts, and its address is known only afterwards.
  const endpoints = await Promise.all(
    (webhooks ? [true, false] : []).map(connect =>
      stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:1/', enabled_events: ['*'], connect }),
    ),
  )
  const [prefix, address] = name === 'sandbox' ? ['STRIPE', ''] : ['STRIPE_EU', `/${name}`]
  const settings = {
    API_BASE: apiBase,
    SECRET_KEY: secretKey,
    PUBLISHABLE_KEY: publishableKey,
    ...(webhooks && { WEBHOOK_SECRET: endpoints.map(({ secret }) => secret).join(',') }),
  }
  return {
    sandbox,
    stripe,
    endpoints,
    env: Object.fromEntries(Object.entries(settings).map(([key, value]) => [`${prefix}_${key}`, value])),
    async sendEventsTo(service) {
      const url = `${service.url}/webhooks/processor${address}`
      for (const { id } of endpoints) await stripe.webhookEndpoints.update(id, { url })
    },
    async confirm(stripeAccount, intentId, method = 'pm_card_visa') {
      const params = { payment_method: method, return_url: 'https://shop.example/return' }
      await stripe.paymentIntents.confirm(intentId, params, { stripeAccount })
    },
    async control(path, body) {
      const response = await fetch(`${apiBase}/_sandbox${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`sandbox said ${response.status}: ${await response.text()}`)
      return await response.json()
    },
    async clearFaults() {
      await fetch(`${apiBase}/_sandbox/faults`, { method: 'DELETE' })
    },
  }
}

export interface Services {
  databaseUrl: string
  start(options?: ServiceOptions): Promise<TestService>
}

/** Services for all tests of a file, with these processors and a shared database. */
export function useServices(options: ServiceOptions) {
  const stops: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const stop of stops) await stop()
  })
  return async (processors: TestProcessor[], env: Env): Promise<Services> => {
    stops.unshift(...processors.map(({ sandbox }) => sandbox.close))
    const database = await createDatabase()
    stops.unshift(database.drop)
    return {
      databaseUrl: database.url,
      async start(more = {}) {
        const service = await startService(database.url, {
          ...options,
          ...more,
          env: { ...env, ...options.env, ...more.env },
        })
        stops.unshift(service.stop)
        return service
      },
    }
  }
}
