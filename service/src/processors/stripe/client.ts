import http from 'node:http'
import https from 'node:https'
import { Stripe } from 'stripe'

export interface StripeSettings {
  secretKey: string
  /** Null for Stripe itself; the sandbox or another base URL otherwise. */
  apiBase: string | null
  timeoutMs?: number
}

/**
 * Retries are ours: the operation gate knows the idempotency key and what an unknown outcome means.
 */
export function createStripeClient({ secretKey, apiBase, timeoutMs = 20_000 }: StripeSettings): Stripe {
  const base = apiBase === null ? null : new URL(apiBase)
  const plain = base?.protocol === 'http:'
  const agentOptions = { keepAlive: true, maxSockets: 256, scheduling: 'lifo' as const }
  return new Stripe(secretKey, {
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: timeoutMs,
    httpClient: askingOnce(plain ? new http.Agent(agentOptions) : new https.Agent(agentOptions)),
    ...(base
      ? { host: base.hostname, port: base.port || (plain ? 80 : 443), protocol: plain ? 'http' : 'https' }
      : {}),
  })
}

/**
 * When a connection breaks, the SDK asks a second time even with retries off. If the first had its effect and
 * the second is turned away, that would look like a refusal; so such errors go by a name it does not act on.
 */
function askingOnce(agent: http.Agent): HttpClient {
  const client = Stripe.createNodeHttpClient(agent)
  const ask = client.makeRequest.bind(client)
  client.makeRequest = (...request) =>
    ask(...request).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error
      throw Object.assign(new Error(error.message, { cause: error }), { code: 'CONNECTION_BROKEN' })
    })
  return client
}

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>
