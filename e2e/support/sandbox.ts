import Stripe from 'stripe'
import { type Sandbox, startSandbox } from 'svcpay-sandbox'
import { afterAll, beforeAll } from 'vitest'

export interface TestSandbox {
  readonly url: string
  readonly stripe: Stripe
  readonly publishableKey: string
  control<T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<T>
  /** A connected account with a name that shoppers see. */
  merchant(name?: string): Promise<string>
  checkout(intent: Stripe.PaymentIntent, returnUrl?: string): string
}

/** One sandbox for the file. Nothing settles by itself: tests move the clock. */
export function useSandbox(): TestSandbox {
  let sandbox: Sandbox
  let stripe: Stripe
  beforeAll(async () => {
    sandbox = await startSandbox({ settleAfterMs: 3_600_000 })
    const { host, port, secretKey } = sandbox
    stripe = new Stripe(secretKey, { host, port, protocol: 'http', telemetry: false })
  })
  afterAll(() => sandbox?.close())
  return {
    get url() {
      return sandbox.url
    },
    get stripe() {
      return stripe
    },
    get publishableKey() {
      return sandbox.publishableKey
    },
    async control<T>(method: string, path: string, body?: object): Promise<T> {
      const init = body ? { method, body: JSON.stringify(body) } : { method }
      const response = await fetch(`${sandbox.url}/_sandbox/${path}`, init)
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
      return await response.json()
    },
    async merchant(name = 'Blue Door Books') {
      const { id } = await stripe.accounts.create({
        type: 'standard',
        country: 'US',
        email: 'owner@example.com',
        business_profile: { name },
      })
      return id
    },
    checkout(intent, returnUrl) {
      const query = new URLSearchParams({ client_secret: intent.client_secret ?? '' })
      if (returnUrl) query.set('return_url', returnUrl)
      return `${sandbox.url}/_sandbox/pages/checkout?${query}`
    },
  }
}
