import { Stripe } from 'stripe'
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
  for (const secret of secrets) {
    try {
      return processorEvent(stripe.webhooks.constructEvent(body, signature, secret, 0))
    } catch (error) {
      if (error instanceof SyntaxError) return null
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error
    }
  }
  return null
}

function isTimely(signature: string, now: Date): boolean {
  const seconds = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? Number.NaN)
  return Math.abs(now.getTime() / 1000 - seconds) <= toleranceSeconds
}
