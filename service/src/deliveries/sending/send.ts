import { Agent, Pool, ProxyAgent } from 'undici'
import type { TargetRules } from '../../addresses.ts'
import { call } from '../../call.ts'
import { failureText } from './failure-text.ts'
import { assertAllowed, guardedLookup } from './guarded-address.ts'
import type { Names } from './names.ts'

export interface SenderSettings extends TargetRules {
  timeoutMs: number
  perEndpoint: number
  /** All calls go through this proxy. It resolves the names, so it has to check the addresses. */
  proxy: string | null
  names: Names
}

interface Outgoing {
  url: string
  headers: Record<string, string>
  body: Buffer
}

export interface SendResult {
  status: number | null
  error: string | null
  retryAfter: string | undefined
  answer: Buffer
  durationMs: number
}

export interface Sender {
  send(outgoing: Outgoing): Promise<SendResult>
  close(): Promise<void>
}

const keptAnswerBytes = 16 * 1024
const maxAnswerBytes = 256 * 1024

export function createSender({ timeoutMs, perEndpoint, proxy, names, ...rules }: SenderSettings): Sender {
  const connections = {
    connections: perEndpoint,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    bodyTimeout: 0,
    headersTimeout: 0,
  }
  const timeout = { timeout: timeoutMs }
  // a slower look-up would leave too little time for the call
  const lookup = guardedLookup(names, timeoutMs / 2, rules)
  const agent =
    proxy === null
      ? new Agent({ ...connections, connect: { ...timeout, lookup } })
      : new ProxyAgent({
          ...connections,
          uri: proxy,
          proxyTls: timeout,
          requestTls: timeout,
          clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: timeoutMs }),
        })
  const limits = {
    timeoutMs,
    late: () => new Error(`no answer within ${timeoutMs} ms`),
    keptBytes: keptAnswerBytes,
    maxBytes: maxAnswerBytes,
  }
  return {
    async send(outgoing) {
      const startedAt = performance.now()
      const took = () => Math.round(performance.now() - startedAt)
      try {
        const url = new URL(outgoing.url)
        assertAllowed(url, rules)
        const { headers, body } = outgoing
        const request = {
          origin: url.origin,
          path: url.pathname + url.search,
          method: 'POST' as const,
          headers,
          body,
        }
        const { status, headers: answered, body: answer, isTooLarge } = await call(agent, request, limits)
        const retryAfter = answered['retry-after']
        return {
          status,
          error: faultOf(status, isTooLarge),
          retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
          answer,
          durationMs: took(),
        }
      } catch (error) {
        return failedToSend(failureText(error), took())
      }
    },
    close: () => agent.destroy(),
  }
}

export function failedToSend(error: string, durationMs = 0): SendResult {
  return { status: null, error, retryAfter: undefined, answer: Buffer.alloc(0), durationMs }
}

function faultOf(status: number, tooLarge: boolean): string | null {
  if (tooLarge) return `the answer is larger than ${maxAnswerBytes} bytes`
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? `HTTP ${status}: redirects are not followed` : `HTTP ${status}`
}
