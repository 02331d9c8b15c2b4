import { Stripe } from 'stripe'
import type { Outside } from '../../call.ts'
import { askInTurn, type TurnedAway, type Turns } from '../turns/in-turn.ts'
import { formOf } from './form.ts'
import { createHttpClient, type HttpClient, type HttpResponse, responseOf } from './http-client.ts'

interface StripeSettings {
  secretKey: string
  /** Null for Stripe itself; the sandbox or another base URL otherwise. */
  apiBase: string | null
  turns: Turns
  /** Wraps every call while it waits for its turn or its answer. */
  outside?: Outside | undefined
  http?: HttpClient
  /** Covers a whole call: waiting for its turn, every try, and the answer. */
  timeoutMs?: number | undefined
}

/** The SDK's own retries are off: `operations/` knows the idempotency key and what an unknown outcome means. */
export function createStripeClient(settings: StripeSettings): Stripe {
  const { secretKey, turns, outside = wait => wait, timeoutMs = 20_000, http = createHttpClient() } = settings
  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: timeoutMs,
    httpClient: askingInTurn(http, turns, outside),
    ...(settings.apiBase === null ? {} : addressOf(new URL(settings.apiBase))),
  })
  avoidRepeatedWork(stripe)
  return stripe
}

function addressOf({ hostname: host, port, protocol }: URL): Stripe.StripeConfig {
  return protocol === 'http:'
    ? { host, port: port || 80, protocol: 'http' }
    : { host, port: port || 443, protocol: 'https' }
}

type Send = (fault: null, form: string) => void

/** Replaces work that the SDK would repeat for each payment. */
function avoidRepeatedWork(stripe: Stripe): void {
  const { paymentIntents } = stripe
  paymentIntents.requestDataProcessor = (_method: string, params: object | null, _: object, send: Send) =>
    send(null, formOf(params))
  stripe.getClientUserAgent(agent => {
    stripe.getClientUserAgent = use => use(agent)
  })
}

/** Every call to Stripe goes through here. A repeated call is identical, including its idempotency key. */
function askingInTurn(client: HttpClient, turns: Turns, outside: Outside): HttpClient {
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(host, port, path, method, headers, data, protocol, timeoutMs) {
      const deadline = performance.now() + timeoutMs
      // A try that starts late still has half of the time for its answer; otherwise its outcome would be unknown.
      const call = { account: String(headers['Stripe-Account'] ?? ''), patienceMs: timeoutMs / 2 }
      const ask = () => {
        const leftMs = Math.ceil(deadline - performance.now())
        return client.makeRequest(host, port, path, method, headers, data, protocol, leftMs)
      }
      return (await outside(askInTurn(turns, call, ask, whyTurnedAway))) ?? noTurn
    },
  }
}

async function whyTurnedAway(response: HttpResponse): Promise<TurnedAway | null> {
  if (response.getStatusCode() !== 429) return null
  const body: { error?: { code?: string } } = await response.toJSON().catch(() => ({}))
  const seconds = Number(response.getHeaders()['retry-after'] ?? 0)
  return {
    why: body.error?.code === 'lock_timeout' ? 'lock' : 'rate',
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : 0,
  }
}

/** The answer to a call whose turn would come too late, in the form of Stripe's answer to a rate-limited call. */
const noTurn = responseOf(429, {
  error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many calls are waiting.' },
})

/** Every answer has a date, even a refusal, so any cheap call that every key may make will do. */
export async function readTime(stripe: Stripe, accountId: string | null): Promise<Date | null> {
  const options = accountId === null ? {} : { stripeAccount: accountId }
  const headers = await stripe.paymentIntents.list({ limit: 1 }, options).then(
    list => list.lastResponse.headers,
    error => {
      if (error instanceof Stripe.errors.StripeError && error.headers) return error.headers
      throw error
    },
  )
  const ms = Date.parse(headers.date ?? '')
  return Number.isNaN(ms) ? null : new Date(ms)
}
