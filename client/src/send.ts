import { setTimeout as pause } from 'node:timers/promises'
import { problemIn, retryAfterSeconds, SvcpayConnectionError, SvcpayError } from './errors.ts'

export interface SendOptions {
  fetch: typeof fetch
  /** The maximum number of retries after the first try. */
  retries: number
  /** Limits one try, from connecting to reading the whole answer. */
  timeoutMs: number
  /** The pause before the first retry; it doubles with each, up to eight seconds. */
  retryDelayMs: number
  /** Whether a call that gets 429 waits for its `Retry-After` and is then repeated, like after a 5xx. */
  waitWhenLimited: boolean
}

interface Sending {
  method: string
  url: string
  headers: Record<string, string>
  body: string | null
  signal: AbortSignal | undefined
}

interface Answer {
  status: number
  headers: Headers
  text: string
}

type Outcome = { kind: 'answer'; answer: Answer } | { kind: 'fault'; cause: unknown }

const maxBackoffMs = 8_000
/** A call that would have to wait longer than this fails instead; its error says how long. */
const maxRetryAfterSeconds = 60

/**
 * Sends the same request, with the same Idempotency-Key, until there is a final answer, and returns its text.
 * Answers are read to their end here, so that a connection lost halfway is a fault like any other.
 */
export function createSend(options: SendOptions): (request: Sending) => Promise<string> {
  return async request => {
    const { method, url, headers, signal } = request
    const call = { method, url, idempotencyKey: headers['idempotency-key'] ?? null }
    for (let tries = 1; ; tries++) {
      const outcome = await tryOnce(options, request)
      const waitMs = tries > options.retries ? null : pauseBefore(tries, outcome, options)
      if (waitMs !== null) {
        await pause(waitMs, undefined, signal ? { signal } : {}).catch(() => signal?.throwIfAborted())
      } else if (outcome.kind === 'fault') {
        throw new SvcpayConnectionError(tries, outcome.cause, call)
      } else if (isGood(outcome.answer)) {
        return outcome.answer.text
      } else {
        throw new SvcpayError(outcome.answer, call)
      }
    }
  }
}

async function tryOnce(options: SendOptions, request: Sending): Promise<Outcome> {
  const { url, method, headers, body, signal } = request
  const limit = withinTime(signal, options.timeoutMs)
  try {
    // Following a redirect would send the API key wherever it points.
    const init = { method, headers, body, redirect: 'manual', signal: limit.signal } as const
    const response = await options.fetch(url, init)
    const text = await response.text()
    return { kind: 'answer', answer: { status: response.status, headers: response.headers, text } }
  } catch (cause) {
    // If the caller gave up, that is not a connection fault, and there is nothing to retry.
    signal?.throwIfAborted()
    return { kind: 'fault', cause }
  } finally {
    limit.end()
  }
}

/** Written by hand, because AbortSignal.any may lose a timeout to the garbage collector (nodejs/node#57736). */
function withinTime(outer: AbortSignal | undefined, timeoutMs: number): { signal: AbortSignal; end(): void } {
  const inner = new AbortController()
  const pass = () => inner.abort(outer?.reason)
  outer?.addEventListener('abort', pass, { once: true })
  if (outer?.aborted) pass()
  const timer = setTimeout(
    () => inner.abort(new DOMException(`no answer within ${timeoutMs} ms`, 'TimeoutError')),
    timeoutMs,
  )
  const end = () => {
    clearTimeout(timer)
    outer?.removeEventListener('abort', pass)
  }
  return { signal: inner.signal, end }
}

function isGood({ status, text }: Answer): boolean {
  return status >= 200 && status < 300 && isJson(text)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Null if the outcome is final. */
function pauseBefore(tries: number, outcome: Outcome, options: SendOptions): number | null {
  const doubled = Math.min(options.retryDelayMs * 2 ** (tries - 1), maxBackoffMs)
  // Callers that failed together must not come back together.
  const backoffMs = doubled * (0.5 + Math.random() / 2)
  if (outcome.kind === 'fault') return backoffMs
  if (!mayChange(outcome.answer, options)) return null
  const asked = retryAfterSeconds(outcome.answer.headers) ?? 0
  return asked > maxRetryAfterSeconds ? null : Math.max(asked * 1000, backoffMs)
}

/** 409 In progress means that the first try is still being worked on; 429 means that nothing was done. */
function mayChange({ status, text }: Answer, { waitWhenLimited }: SendOptions): boolean {
  if (status === 429) return waitWhenLimited
  return status >= 500 || (status === 409 && problemIn(text)?.code === 'in_progress')
}
