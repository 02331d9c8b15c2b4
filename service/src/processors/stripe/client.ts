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
    httpAgent: plain ? new http.Agent(agentOptions) : new https.Agent(agentOptions),
    ...(base
      ? { host: base.hostname, port: base.port || (plain ? 80 : 443), protocol: plain ? 'http' : 'https' }
      : {}),
  })
}
