import type { components } from './api.ts'

export type Problem = components['schemas']['Problem']

/** The call that failed. */
export interface FailedCall {
  method: string
  url: string
  /** Repeating the call with this key cannot act twice. Null if repeating is harmless anyway. */
  idempotencyKey: string | null
}

/** The service answered with an error. */
export class SvcpayError extends Error {
  override readonly name = 'SvcpayError'
  readonly status: number
  /** `unexpected_answer` if something other than svcpay answered, such as a proxy, or if the address is wrong. */
  readonly code: Problem['code'] | 'unexpected_answer'
  readonly title: string
  readonly detail: string
  /** What is wrong with the request, field by field. */
  readonly errors: { path: string; message: string }[]
  /** Quote it when you ask the operator about this call. */
  readonly traceId: string | null
  /** With `invalid_state`: the payment's status, and the statuses that allow the call. */
  readonly currentStatus: string | null
  readonly allowedFrom: string[]
  readonly retryAfterSeconds: number | null
  readonly method: string
  readonly url: string
  readonly idempotencyKey: string | null

  constructor(answer: { status: number; headers: Headers; text: string }, call: FailedCall) {
    const problem = problemIn(answer.text)
    const title = problem?.title ?? `HTTP ${answer.status}`
    const detail = problem?.detail ?? 'This answer is not from svcpay. Check baseUrl.'
    const code = problem?.code ?? 'unexpected_answer'
    const errors = problem?.errors ?? []
    const traceId = problem?.traceId ?? answer.headers.get('x-correlation-id')
    const about = [answer.status, code, traceId && `trace ${traceId}`].filter(Boolean).join(', ')
    super(
      `${call.method} ${call.url}: ${title}: ${[detail, ...unmentioned(errors, detail)].join(' ')} (${about})`,
    )
    this.status = answer.status
    this.code = code
    this.title = title
    this.detail = detail
    this.errors = errors
    this.traceId = traceId
    this.currentStatus = problem?.currentStatus ?? null
    this.allowedFrom = problem?.allowedFrom ?? []
    this.retryAfterSeconds = retryAfterSeconds(answer.headers)
    this.method = call.method
    this.url = call.url
    this.idempotencyKey = call.idempotencyKey
  }
}

/** There was no answer: refused, reset or timed out. It is unknown whether the call took effect. */
export class SvcpayConnectionError extends Error {
  override readonly name = 'SvcpayConnectionError'
  readonly timedOut: boolean
  readonly method: string
  readonly url: string
  readonly idempotencyKey: string | null

  constructor(tries: number, cause: unknown, call: FailedCall) {
    const after = tries === 1 ? '' : ` (after ${tries} tries)`
    super(`${call.method} ${call.url}: ${reasonOf(cause)}${after}`, { cause })
    this.timedOut = cause instanceof Error && cause.name === 'TimeoutError'
    this.method = call.method
    this.url = call.url
    this.idempotencyKey = call.idempotencyKey
  }
}

/** The fields that the detail does not already name. */
function unmentioned(errors: { path: string; message: string }[], detail: string): string[] {
  return errors
    .filter(({ path }) => !detail.includes(path))
    .map(({ path, message }) => `${path}: ${message}.`)
}

/** `fetch failed` says nothing, but its cause does: a refused connection, an unknown name, a certificate. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  if (cause.cause !== undefined) return reasonOf(cause.cause)
  if (cause instanceof AggregateError && cause.errors.length > 0) {
    return [...new Set(cause.errors.map(reasonOf))].join('; ')
  }
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  const message = cause.message || cause.name
  return message.includes(code) ? message : `${message} (${code})`
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
