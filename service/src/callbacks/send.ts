import { Agent, type Dispatcher, request } from 'undici'
import { assertPublic, publicLookup } from './public-address.ts'

export interface SenderSettings {
  timeoutMs: number
  allowPrivate: boolean
  perEndpoint: number
}

export interface Outgoing {
  url: string
  headers: Record<string, string>
  body: Buffer
}

export interface Sent {
  status: number | null
  error: string | null
  retryAfter: string | undefined
  answer: Buffer
  durationMs: number
}

export interface Sender {
  send(outgoing: Outgoing): Promise<Sent>
  close(): Promise<void>
}

const keptAnswerBytes = 16 * 1024
const maxAnswerBytes = 256 * 1024

export function createSender({ timeoutMs, allowPrivate, perEndpoint }: SenderSettings): Sender {
  const agent = new Agent({
    connect: allowPrivate ? {} : { lookup: publicLookup },
    connections: perEndpoint,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    bodyTimeout: 0,
    headersTimeout: 0,
  })
  return {
    async send(outgoing) {
      const startedAt = performance.now()
      const took = () => Math.round(performance.now() - startedAt)
      // one deadline over connect, headers and body: a receiver that drips bytes cannot hold a slot
      const deadline = AbortSignal.timeout(timeoutMs)
      try {
        if (!allowPrivate) assertPublic(new URL(outgoing.url))
        const { url, headers, body } = outgoing
        const response = await request(url, {
          method: 'POST',
          headers,
          body,
          dispatcher: agent,
          signal: deadline,
        })
        const answer = await readAnswer(response.body)
        const retryAfter = response.headers['retry-after']
        return {
          status: response.statusCode,
          error: faultOf(response.statusCode, answer.tooLarge),
          retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
          answer: answer.kept,
          durationMs: took(),
        }
      } catch (error) {
        const reason = deadline.aborted ? `no answer within ${timeoutMs} ms` : describe(error)
        return failedToSend(reason, took())
      }
    },
    close: () => agent.destroy(),
  }
}

export function failedToSend(error: string, durationMs = 0): Sent {
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
