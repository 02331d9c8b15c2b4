import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CallbackEvent } from './event.ts'

export interface VerifyOptions {
  /** How far the signature's time may be from now, in either direction. */
  toleranceSeconds?: number
  /** The time to compare with, for your tests. */
  now?: Date
}

export type CallbackRejection =
  | 'missing_header'
  | 'malformed_header'
  | 'signature_mismatch'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'malformed_body'

/** Answer 400 and do not trust anything in the request. */
export class CallbackVerificationError extends Error {
  override readonly name = 'CallbackVerificationError'
  readonly reason: CallbackRejection

  constructor(reason: CallbackRejection) {
    super(explanations[reason])
    this.reason = reason
  }
}

const explanations: Record<CallbackRejection, string> = {
  missing_header: 'The Svc-Signature header is missing',
  malformed_header: 'The Svc-Signature header does not have the form t=<seconds>,v1=<hex>',
  signature_mismatch: 'No signature matches: the secret is wrong, or the body was changed',
  timestamp_too_old: 'The signature is older than toleranceSeconds allows',
  timestamp_too_new: 'The signature is further in the future than toleranceSeconds allows',
  malformed_body: 'The signature is right, but the body is not an event',
}

/**
 * Returns the event of a callback, or throws a CallbackVerificationError.
 * Pass the body as it was received: parsed and serialized again, it may differ from the signed bytes.
 * Pass several secrets while your own configuration moves from one to the next. Undefined, as from a missing environment
 * variable, throws a TypeError.
 */
export function verifyCallback(
  rawBody: string | Uint8Array,
  signatureHeader: string | string[] | null | undefined,
  secret: string | readonly string[] | undefined,
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): CallbackEvent {
  const body = bytesOf(rawBody)
  const secrets = checkedSecrets(secret)
  const nowSeconds = Math.floor(now.getTime() / 1000)
  // With NaN, a signature of any age would pass.
  if (!(toleranceSeconds >= 0 && Number.isFinite(toleranceSeconds) && Number.isFinite(nowSeconds))) {
    throw new TypeError('toleranceSeconds must be a number of seconds, and now a date')
  }

  const { timestamp, signatures } = parseHeader(signatureHeader)
  const expected = secrets.map(key =>
    createHmac('sha256', Buffer.from(key, 'utf8')).update(`${timestamp}.`).update(body).digest(),
  )
  if (!anyEqual(expected, signatures)) throw new CallbackVerificationError('signature_mismatch')
  const age = nowSeconds - Number(timestamp)
  if (age > toleranceSeconds) throw new CallbackVerificationError('timestamp_too_old')
  if (-age > toleranceSeconds) throw new CallbackVerificationError('timestamp_too_new')
  return eventIn(body)
}

function bytesOf(rawBody: unknown): Buffer {
  if (typeof rawBody === 'string') return Buffer.from(rawBody, 'utf8')
  if (!(rawBody instanceof Uint8Array)) {
    throw new TypeError('rawBody must be the body as it was received: a string, Buffer or Uint8Array')
  }
  return Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength)
}

/** With an empty secret, anyone could sign. */
function checkedSecrets(secret: string | readonly string[] | undefined): readonly string[] {
  const secrets = typeof secret === 'string' ? [secret] : (secret ?? [])
  const usable = Array.isArray(secrets) && secrets.length > 0
  if (!usable || !secrets.every(each => typeof each === 'string' && each.trim() !== '')) {
    throw new TypeError('secret, the callback signing secret, is missing')
  }
  return secrets
}

interface Parsed {
  /** As written, because it is part of the signed text. */
  timestamp: string
  signatures: Buffer[]
}

/** Expects exactly one `t` and at least one `v1`. Ignores unknown schemes, and any `v1` that cannot match. */
function parseHeader(header: string | string[] | null | undefined): Parsed {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '')
  if (text.trim() === '') throw new CallbackVerificationError('missing_header')
  const pairs = text.split(',').map(part => {
    const mark = part.indexOf('=')
    return mark < 0 ? ['', ''] : [part.slice(0, mark).trim(), part.slice(mark + 1).trim()]
  })
  const valuesOf = (name: string) => pairs.flatMap(([key, value = '']) => (key === name ? [value] : []))
  const [timestamp = '', ...others] = valuesOf('t')
  const v1 = valuesOf('v1')
  if (others.length > 0 || v1.length === 0 || !/^\d{1,15}$/.test(timestamp)) {
    throw new CallbackVerificationError('malformed_header')
  }
  const signatures = v1.filter(value => /^[0-9a-f]{64}$/.test(value)).map(value => Buffer.from(value, 'hex'))
  return { timestamp, signatures }
}

/** Compares every pair, so that the time taken does not reveal which one matched. */
function anyEqual(expected: Buffer[], given: Buffer[]): boolean {
  let equal = false
  for (const one of expected) for (const other of given) equal = timingSafeEqual(one, other) || equal
  return equal
}

function eventIn(body: Buffer): CallbackEvent {
  try {
    const value = JSON.parse(body.toString('utf8'))
    if (typeof value?.id === 'string' && typeof value.type === 'string' && value.data?.object) return value
  } catch {
    // Reported below.
  }
  throw new CallbackVerificationError('malformed_body')
}
