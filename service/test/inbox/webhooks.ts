import { createHmac, randomBytes } from 'node:crypto'
import { Stripe } from 'stripe'
import type { Paying, PayingMerchant } from '../support/paying.ts'
import type { Answer, TestService } from '../support/service.ts'

export const newEventId = () => `evt_${randomBytes(12).toString('hex')}`

/** The processor's own scheme. */
export function stripeSignature(body: string | Buffer, secret: string, at = Date.now()): string {
  const t = Math.floor(at / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')}`
}

export interface Posted {
  secret?: string
  /** The time in the signature. */
  at?: number
  header?: string
  contentType?: string
}

/** Posts bytes as the processor would. */
export async function postWebhook(
  service: TestService,
  body: string | Buffer,
  posted: Posted = {},
): Promise<Answer> {
  const secret = posted.secret ?? service.config.processors[0].webhookSecrets[0] ?? ''
  return await service.call('POST', '/webhooks/processor', {
    raw: body,
    headers: {
      'content-type': posted.contentType ?? 'application/json; charset=utf-8',
      'stripe-signature': posted.header ?? stripeSignature(body, secret, posted.at),
    },
  })
}

/** A hand-made event, as the processor would push it. */
export function eventOf(type: string, object: object, more: Record<string, unknown> = {}) {
  return {
    id: newEventId(),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: Math.floor(Date.now() / 1000),
    type,
    data: { object },
    ...more,
  }
}

/** The sandbox's events of a merchant, oldest first, with the bytes that it would push. */
export async function pushedEvents(paying: Paying, { accountId }: PayingMerchant): Promise<Pushed[]> {
  const pushed: Pushed[] = []
  for await (const event of paying.stripe.events.list({ limit: 100 }, { stripeAccount: accountId })) {
    const complete = { ...event, account: accountId }
    pushed.unshift({ id: event.id, type: event.type, body: Buffer.from(JSON.stringify(complete)) })
  }
  return pushed
}

export interface Pushed {
  id: string
  type: string
  body: Buffer
}

export async function pushedEvent(paying: Paying, merchant: PayingMerchant, type: string): Promise<Pushed> {
  const event = (await pushedEvents(paying, merchant)).find(candidate => candidate.type === type)
  if (!event) throw new Error(`the sandbox has no ${type}`)
  return event
}
