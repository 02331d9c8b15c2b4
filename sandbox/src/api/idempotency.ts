import { hash as digest } from 'node:crypto'
import { platformAccount } from '../constants.ts'
import type { HttpRequest } from '../http/request.ts'
import { type IdempotencyEntry, idempotencyTtlMs } from '../store/idempotency-entry.ts'
import type { Answer } from './answer.ts'
import { objectAnswer, refusalAnswer } from './answer.ts'
import { ApiError } from './errors.ts'

/** Two requests with the same identity are the same request. */
export interface Identity {
  readonly id: string
  readonly key: string
  readonly path: string
  readonly fingerprint: string
}

export function identityOf(request: HttpRequest, account: string): Identity | undefined {
  const key = keyOf(request)
  if (key === undefined) return undefined
  if (key.length > 255) {
    const message = 'Idempotency keys can be at most 255 characters long.'
    throw new ApiError(400, { type: 'idempotency_error', message })
  }
  const fingerprint = digest('sha1', request.body, 'base64')
  return { id: `${account}/${key}`, key, path: request.path, fingerprint }
}

/** The name of a lock for simultaneous requests with one key, known before either is parsed. */
export function lockOf(request: HttpRequest): string | undefined {
  const key = keyOf(request)
  return key === undefined ? undefined : `${request.headers['stripe-account'] ?? platformAccount}/${key}`
}

function keyOf(request: HttpRequest): string | undefined {
  const value = request.headers['idempotency-key']
  return request.method === 'POST' && typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns the first answer again, if the request is the same. */
export function replay(entry: IdempotencyEntry, identity: Identity): Answer {
  const advice = `Try using a key other than '${identity.key}' if you meant to execute a different request.`
  if (entry.path !== identity.path) {
    const message = `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${identity.path}' vs '${entry.path}'). ${advice}`
    throw new ApiError(400, { type: 'idempotency_error', message })
  }
  if (entry.fingerprint !== identity.fingerprint) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. ${advice}`
    throw new ApiError(400, { type: 'idempotency_error', message })
  }
  if (typeof entry.answer !== 'string') return { ...objectAnswer(entry.answer), status: entry.status }
  return { status: entry.status, text: entry.answer, object: null }
}

export function isFresh(entry: IdempotencyEntry, nowMs: number): boolean {
  return entry.at + idempotencyTtlMs > nowMs
}

export function keyInUse(request: HttpRequest): Answer {
  const message = `There is currently another in-progress request using this Stripe Idempotency Key (that probably means you submitted twice, and the other request is still going through): ${keyOf(request)}`
  const body = { type: 'idempotency_error', code: 'idempotency_key_in_use', message } as const
  return refusalAnswer(new ApiError(409, body))
}
