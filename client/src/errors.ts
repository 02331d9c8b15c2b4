import type { components } from './api.ts'

export type Problem = components['schemas']['Problem']

export interface ErrorContext {
  /** Of the call that failed: repeating the call with it cannot act twice. Null where repeating is harmless. */
  idempotencyKey: string | null
}

/** The service answered, and the answer is no. */
export class SvcpayError extends Error {
  override readonly name = 'SvcpayError'
  readonly status: number
  /** `unexpected_answer` when what answered was not svcpay: a proxy, a wrong address. */
  readonly code: Problem['code'] | 'unexpected_answer'
  readonly title: string
  readonly detail: string
  /** What is wrong with the request, place by place. */
  readonly errors: { path: string; message: string }[]
  /** Quote it when you ask the operator about this call. */
  readonly traceId: string | null
  /** With `invalid_state`: what the payment is, and what it would have to be. */
  readonly currentStatus: string | null
  readonly allowedFrom: string[]
  readonly retryAfterSeconds: number | null
  readonly idempotencyKey: string | null

  constructor(answer: { status: number; headers: Headers; text: string }, context: ErrorContext) {
    const problem = problemIn(answer.text)
    const title = problem?.title ?? `HTTP ${answer.status}`
    const detail = problem?.detail ?? 'The answer is not one that svcpay gives. Is the base URL right?'
    const code = problem?.code ?? 'unexpected_answer'
    super(`${title}: ${detail} (${answer.status} ${code})`)
    this.status = answer.status
    this.code = code
    this.title = title
    this.detail = detail
    this.errors = problem?.errors ?? []
    this.traceId = problem?.traceId ?? answer.headers.get('x-correlation-id')
    this.currentStatus = problem?.currentStatus ?? null
    this.allowedFrom = problem?.allowedFrom ?? []
    this.retryAfterSeconds = retryAfterSeconds(answer.headers)
    this.idempotencyKey = context.idempotencyKey
  }
}

/** No answer came: refused, reset, timed out. What happened at the other end is not known. */
export class SvcpayConnectionError extends Error {
  override readonly name = 'SvcpayConnectionError'
  readonly timedOut: boolean
  readonly idempotencyKey: string | null

  constructor(what: string, cause: unknown, context: ErrorContext) {
    const timedOut = cause instanceof Error && cause.name === 'TimeoutError'
    super(`${what}: ${timedOut ? 'no answer in time' : 'the connection failed'}`, { cause })
    this.timedOut = timedOut
    this.idempotencyKey = context.idempotencyKey
  }
}

export function problemIn(text: string): Problem | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'code' in value && 'traceId' in value
      ? (value as Problem)
      : null
  } catch {
    return null
  }
}

/** In either of the header's two forms: seconds, or a date. */
export function retryAfterSeconds(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim()
  if (!value) return null
  if (/^\d+$/.test(value)) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
