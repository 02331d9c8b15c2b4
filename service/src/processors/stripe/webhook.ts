import type { ProcessorEvent, WebhookHeaders } from '../port.ts'
import type { Seals } from '../seals.ts'
import { eventIn, processorEvent } from './events.ts'
import { isSigned } from './signature.ts'

/** The first account that the body names, which is the connected one if there is one; empty if it names none. */
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

export function readWebhook(seals: Seals, body: Buffer): ProcessorEvent | null {
  const event = eventIn(body)
  return event && processorEvent(seals, event, body, 'ours')
}
