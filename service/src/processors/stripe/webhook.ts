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

/** The connected account that Stripe names before everything else; empty for the platform's own events. */
export function webhookSource(
  secrets: string[],
  body: Buffer,
  headers: WebhookHeaders,
  now: Date,
): string | null {
  if (!hasSignature(secrets, body, headers, now)) return null
  const head = body.subarray(0, headBytes).toString('latin1')
  return /"account": ?"(acct_\w+)"/.exec(head)?.[1] ?? ''
}

const headBytes = 1024

function hasSignature(secrets: string[], body: Buffer, headers: WebhookHeaders, now: Date): boolean {
  const signature = headers['stripe-signature']
  return typeof signature === 'string' && isSigned(body, signature, secrets, now)
}
