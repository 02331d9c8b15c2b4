import type { ProcessorEvent, WebhookHeaders } from '../port.ts'
import { eventIn, processorEvent } from './events.ts'
import { isSigned } from './signature.ts'

export function readWebhook(
  secrets: string[],
  body: Buffer,
  headers: WebhookHeaders,
  now: Date,
): ProcessorEvent | 'unsigned' | 'no_event' {
  if (!hasSignature(secrets, body, headers, now)) return 'unsigned'
  const event = eventIn(body)
  return event ? processorEvent(event, body, 'ours') : 'no_event'
}

/** The first account that it names, which is the connected one if it has one; empty if it names none. */
export function webhookSource(
  secrets: string[],
  body: Buffer,
  headers: WebhookHeaders,
  now: Date,
): string | null {
  if (!hasSignature(secrets, body, headers, now)) return null
  return /"account": ?"(acct_\w+)"/.exec(body.toString('latin1'))?.[1] ?? ''
}

function hasSignature(secrets: string[], body: Buffer, headers: WebhookHeaders, now: Date): boolean {
  const signature = headers['stripe-signature']
  return typeof signature === 'string' && isSigned(body, signature, secrets, now)
}
