import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/index.ts'
import { createShapeChecker } from './sdk-shapes.ts'

export interface Harness {
  readonly sandbox: Sandbox
  readonly stripe: Stripe
  /** A client with other settings, such as another key. */
  client(key?: string, config?: Stripe.StripeConfig): Stripe
  control<T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<T>
  /** A connected account and the options that act on it. */
  merchant(): Promise<{ id: string; options: { stripeAccount: string } }>
  /** The types of an account's events, oldest first. */
  eventTypes(options?: { stripeAccount: string }): Promise<string[]>
}

const checkShape = createShapeChecker()

/** A sandbox of the test's own. Every answer to its clients is compared with the SDK's declarations. */
export async function harness(options: SandboxOptions = {}): Promise<Harness> {
  const sandbox = await startSandbox(options)
  onTestFinished(() => sandbox.close().catch(() => {}))
  return harnessFor(sandbox)
}

export function harnessFor(sandbox: Sandbox): Harness {
  const problems: string[] = []
  onTestFinished(() => {
    if (problems.length > 0) throw new Error(`answers that the SDK does not declare:\n${problems.join('\n')}`)
  })

  function client(key = sandbox.secretKey, config: Stripe.StripeConfig = {}): Stripe {
    const stripe = new Stripe(key, {
      host: sandbox.host,
      port: sandbox.port,
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 0,
      emitEventBodies: true,
      ...config,
    })
    stripe.on('response', (event: Stripe.ResponseEvent & { body?: unknown }) => {
      if (typeof event.body === 'object' && key === sandbox.secretKey) {
        problems.push(...checkShape(event.body).map(problem => `${event.method} ${event.path}: ${problem}`))
      }
    })
    return stripe
  }

  const stripe = client()
  return {
    sandbox,
    stripe,
    client,
    async control<T>(method: string, path: string, body?: object): Promise<T> {
      const response = await fetch(`${sandbox.url}/_sandbox/${path}`, {
        method,
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const answer = await response.text()
      if (!response.ok) throw new Error(`${response.status}: ${answer}`)
      return JSON.parse(answer)
    },
    async merchant() {
      const { id } = await stripe.accounts.create({
        type: 'standard',
        country: 'US',
        email: 'shop@example.com',
      })
      return { id, options: { stripeAccount: id } }
    },
    async eventTypes(requestOptions) {
      const events = await stripe.events.list({ limit: 100 }, requestOptions)
      return events.data.map(event => String(event.type)).reverse()
    },
  }
}

/** The error a call fails with. */
export async function failure(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('the call succeeded')
}
