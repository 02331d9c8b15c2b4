import { Agent, type Dispatcher, Pool, ProxyAgent, request } from 'undici'
import type { TargetRules } from '../addresses.ts'
import { startDeadline } from '../deadline.ts'
import { assertAllowed, guardedLookup } from './guarded-address.ts'

export interface SenderSettings extends TargetRules {
  timeoutMs: number
  perEndpoint: number
  /** All calls go through this proxy. It resolves the names, so what they resolve to is for the proxy to judge. */
  proxy: string | null
}

export interface Outgoing {
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

export function createSender({ timeoutMs, perEndpoint, proxy, ...rules }: SenderSettings): Sender {
  const connections = {
    connections: perEndpoint,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    bodyTimeout: 0,
    headersTimeout: 0,
  }
  const timeout = { timeout: timeoutMs }
  const agent =
    proxy === null
      ? new Agent({ ...connections, connect: { ...timeout, lookup: guardedLookup(rules) } })
      : new ProxyAgent({
          ...connections,
          uri: proxy,
          proxyTls: timeout,
          requestTls: timeout,
          clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: timeoutMs }),
        })
  return {
    async send(outgoing) {
      const startedAt = performance.now()
      const took = () => Math.round(performance.now() - startedAt)
      // one deadline over connect, headers and body: a receiver that drips bytes cannot hold a slot
      const deadline = startDeadline(timeoutMs, () => new Error(`no answer within ${timeoutMs} ms`))
      try {
        const { url, headers, body } = outgoing
        assertAllowed(new URL(url), rules)
        const { signal } = deadline
        const call = request(url, { method: 'POST', headers, body, dispatcher: agent, signal })
        const response = await deadline.orElse(call)
        const answer = await deadline.orElse(readAnswer(response.body))
        const retryAfter = response.headers['retry-after']
        return {
          status: response.statusCode,
          error: faultOf(response.statusCode, answer.tooLarge),
          retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
          answer: answer.kept,
          durationMs: took(),
        }
      } catch (error) {
        return failedToSend(describe(error), took())
      } finally {
        deadline.end()
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

async function readAnswer(
  body: Dispatcher.ResponseData['body'],
): Promise<{ kept: Buffer; tooLarge: boolean }> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    if (bytes < keptAnswerBytes) chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxAnswerBytes) {
      body.destroy()
      break
    }
  }
  return { kept: Buffer.concat(chunks).subarray(0, keptAnswerBytes), tooLarge: bytes > maxAnswerBytes }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'the call failed'
  const code = 'code' in error ? `${error.code}: ` : ''
  return `${code}${error.message || error.name}`.slice(0, 500)
}
