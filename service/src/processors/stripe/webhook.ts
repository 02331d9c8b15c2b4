import type { ProcessorEvent, WebhookHeaders } from '../port.ts'
import { eventIn, processorEvent } from './events.ts'
import { isSigned } from './signature.ts'

export function readWebhook(
  secrets: string[],
  body: Buffer,
  headers: WebhookHeaders,
  now: Date,
): ProcessorEvent | 'unsigned' | 'no_event' {
  const signature = headers['stripe-signature']
  if (typeof signature !== 'string' || !isSigned(body, signature, secrets, now)) return 'unsigned'
  const event = eventIn(body)
  return event ? processorEvent(event, body, 'ours') : 'no_event'
}
