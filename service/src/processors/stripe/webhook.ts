import type { Stripe } from 'stripe'
import type { ProcessorEvent, WebhookHeaders } from '../port.ts'
import { processorEvent } from './events.ts'

const toleranceSeconds = 300

/** The SDK proves the signature. Its tolerance lets time stamps of the future pass, so the time is ours to check. */
export function readWebhook(
  stripe: Stripe,
  secrets: string[],
  body: Buffer,
  headers: WebhookHeaders,
  now: Date,
): ProcessorEvent | null {
  const signature = headers['stripe-signature']
  if (typeof signature !== 'string' || !isTimely(signature, now)) return null
  return secrets.some(secret => isSigned(stripe, body, signature, secret)) ? eventIn(body) : null
}

function isSigned(stripe: Stripe, body: Buffer, signature: string, secret: string): boolean {
  try {
    return Boolean(stripe.webhooks.signature?.verifyHeader(body, signature, secret, 0))
  } catch {
    return false
  }
}

/** Exactly one time: with two, one could be judged and the other be proven. */
function isTimely(signature: string, now: Date): boolean {
  const times = signature.split(',').filter(part => part.trim().startsWith('t='))
  const seconds = Number(/^t=(\d{1,12})$/.exec(times[0]?.trim() ?? '')?.[1] ?? Number.NaN)
  return times.length === 1 && Math.abs(now.getTime() / 1000 - seconds) <= toleranceSeconds
}

/** Null for bytes that are no event, whoever signed them. */
function eventIn(body: Buffer): ProcessorEvent | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return isEvent(value) ? processorEvent(value) : null
  } catch {
    return null
  }
}

function isEvent(value: unknown): value is Stripe.Event {
  if (typeof value !== 'object' || value === null) return false
  const { id, type, created, data } = value as Record<string, unknown>
  return isName(id) && isName(type) && Number.isInteger(created) && typeof data === 'object' && data !== null
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= 200
}
