import { Stripe } from 'stripe'
import type { Outside } from '../../call.ts'
import { createNames } from '../../names/names.ts'
import { askInTurn, type TurnedAway, type Turns } from '../in-turn.ts'
import { createHttpClient, type HttpClient, type HttpResponse } from './http-client.ts'

interface StripeSettings {
  secretKey: string
  /** Null for Stripe itself; the sandbox or another base URL otherwise. */
  apiBase: string | null
  turns: Turns
  /** Told of every call, for as long as it waits for its turn or its answer. */
  outside?: Outside
  http?: HttpClient
  /** For a whole call: waiting for its turn, every try, and the answer. */
  timeoutMs?: number
}

/**
 * Retries are ours: the operation gate knows the idempotency key and what an unknown outcome means.
 */
export function createStripeClient(settings: StripeSettings): Stripe {
  const { secretKey, apiBase, turns, outside = wait => wait, timeoutMs = 20_000 } = settings
  const { http = createHttpClient(createNames().lookup(timeoutMs / 2)) } = settings
  const base = apiBase === null ? null : new URL(apiBase)
  const plain = base?.protocol === 'http:'
  return new Stripe(secretKey, {
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: timeoutMs,
    httpClient: askingInTurn(askingOnce(http), turns, outside),
    ...(base
      ? { host: base.hostname, port: base.port || (plain ? 80 : 443), protocol: plain ? 'http' : 'https' }
      : {}),
  })
}

/**
 * When a connection breaks, the SDK asks a second time even with retries off. If the first had its effect and
 * the second is turned away, that would look like a refusal; so such errors go by a name it does not act on.
 */
function askingOnce(client: HttpClient): HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (...request) =>
      client.makeRequest(...request).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error
        throw Object.assign(new Error(error.message, { cause: error }), { code: 'CONNECTION_BROKEN' })
      }),
  }
}

/** Every call to Stripe comes this way; a repeated one is the same to the byte, its idempotency key included. */
function askingInTurn(client: HttpClient, turns: Turns, outside: Outside): HttpClient {
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(host, port, path, method, headers, data, protocol, timeoutMs) {
      const deadline = performance.now() + timeoutMs
      // a try that starts late has at least half of the time for its answer, which would be unknown without
      const call = { account: String(headers['Stripe-Account'] ?? ''), patienceMs: timeoutMs / 2 }
      const ask = () => {
        const leftMs = Math.ceil(deadline - performance.now())
        return client.makeRequest(host, port, path, method, headers, data, protocol, leftMs)
      }
      return (await outside(askInTurn(turns, call, ask, whyTurnedAway))) ?? noTurn
    },
  }
}

/** Reads the answer, without which its connection could not be used again, and leaves it for the SDK to read. */
async function whyTurnedAway(response: HttpResponse): Promise<TurnedAway | null> {
  if (response.getStatusCode() !== 429) return null
  const reading: Promise<{ error?: { code?: string } }> = response.toJSON()
  response.toJSON = () => reading
  const { error } = await reading.catch(() => ({ error: undefined }))
  const seconds = Number(response.getHeaders()['retry-after'] ?? 0)
  return {
    why: error?.code === 'lock_timeout' ? 'lock' : 'rate',
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : 0,
  }
}

/** For a call whose turn would have come too late: what Stripe says to those it turns away. */
const noTurn: HttpResponse = {
  getStatusCode: () => 429,
  getHeaders: () => ({}),
  getRawResponse: () => null,
  toStream: () => null,
  toJSON: async () => ({
    error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many calls are waiting.' },
  }),
}

/** Every answer is dated, a refusal too, so a call will do that costs little and that any key may make. */
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
