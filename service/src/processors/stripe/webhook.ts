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
): ProcessorEvent | 'unsigned' | 'no_event' {
  const signature = headers['stripe-signature']
  if (typeof signature !== 'string' || !isTimely(signature, now)) return 'unsigned'
  if (!secrets.some(secret => isSigned(stripe, body, signature, secret))) return 'unsigned'
  const event = eventIn(body)
  return event ? processorEvent(event, 'ours') : 'no_event'
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
function eventIn(body: Buffer): Stripe.Event | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return isEvent(value) ? value : null
  } catch {
    return null
  }
}

/** Of the rest of its shape nothing is promised here. */
function isEvent(value: unknown): value is Stripe.Event {
  if (typeof value !== 'object' || value === null) return false
  const { id, type, created, account = null } = value as Record<string, unknown>
  if (!isName(id) || !isName(type)) return false
  return (isSeconds(created) || isTime(created)) && (account === null || isName(account))
}

const isName = (value: unknown) => typeof value === 'string' && /^[\x21-\x7e]{1,200}$/.test(value)
const isSeconds = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 1e11
const isTime = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
