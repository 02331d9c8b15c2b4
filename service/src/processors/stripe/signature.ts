import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WebhookFault, WebhookHeaders } from '../port.ts'

const toleranceSeconds = 300

/**
 * Null for a signed webhook. Verifies the bytes as received: the SDK's helper decodes them first, and would verify text
 * that was never signed.
 */
export function webhookFault(
  secrets: string[],
  body: Buffer,
  headers: WebhookHeaders,
  now: Date,
): WebhookFault | null {
  const { times, signatures } = partsOf(String(headers['stripe-signature'] ?? ''))
  const [time = ''] = times
  // With two times, one could be checked and the other signed.
  if (times.length !== 1 || signatures.length === 0) return 'unsigned'
  if (!hasSignature(body, time, signatures, secrets)) return 'wrong_signature'
  return isTimely(time, now) ? null : 'late'
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
