import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WebhookFault, WebhookHeaders } from '../port.ts'

const toleranceSeconds = 300

/** The first account named in the body, which is the connected account if there is one; empty if none is named. */
export function webhookSource(
  secrets: string[],
  body: Buffer,
  headers: WebhookHeaders,
  now: Date,
): string | null {
  const signature = headers['stripe-signature']
  if (typeof signature !== 'string' || !isSigned(body, signature, secrets, now)) return null
  return /"account": ?"(acct_\w+)"/.exec(body.toString('latin1'))?.[1] ?? ''
}

/** Why `webhookSource` is null. */
export function webhookFault(
  secrets: string[],
  body: Buffer,
  headers: WebhookHeaders,
  now: Date,
): WebhookFault {
  const signature = headers['stripe-signature']
  const { times, signatures } = partsOf(typeof signature === 'string' ? signature : '')
  const [time = ''] = times
  if (times.length !== 1 || signatures.length === 0) return 'unsigned'
  return !isTimely(time, now) && hasSignature(body, time, signatures, secrets) ? 'late' : 'wrong_signature'
}

/** Verifies the bytes as received: the SDK's helper decodes them first, and would verify text that was never signed. */
export function isSigned(body: Buffer, header: string, secrets: string[], now: Date): boolean {
  const { times, signatures } = partsOf(header)
  const [time = ''] = times
  // With two times, one could be checked and the other signed.
  return times.length === 1 && isTimely(time, now) && hasSignature(body, time, signatures, secrets)
}

function hasSignature(body: Buffer, time: string, signatures: string[], secrets: string[]): boolean {
  const given = signatures.filter(text => /^[0-9a-f]{64}$/.test(text)).map(text => Buffer.from(text, 'hex'))
  return secrets.some(secret => {
    const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
    return given.some(signature => timingSafeEqual(signature, expected))
  })
}

function isTimely(time: string, now: Date): boolean {
  if (!/^\d{1,12}$/.test(time)) return false
  return Math.abs(now.getTime() / 1000 - Number(time)) <= toleranceSeconds
}

function partsOf(header: string): { times: string[]; signatures: string[] } {
  const parts = header.split(',').map(part => /^([^=]*)=?(.*)$/s.exec(part.trim()))
  const valuesOf = (name: string) => parts.filter(part => part?.[1] === name).map(part => part?.[2] ?? '')
  return { times: valuesOf('t'), signatures: valuesOf('v1') }
}
