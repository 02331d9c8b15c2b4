import { createHmac } from 'node:crypto'
import type { Paying } from '../../../service/test/support/paying.ts'

export const callbackSecret = 'whsec_of_the_shop'

export interface Callback {
  body: string
  headers: Record<string, string>
}

/** The event as the processor made it: what the service forwards, byte for byte. */
export async function eventAbout(paying: Paying, intentId: string, type: string): Promise<string> {
  const { accountId: stripeAccount } = paying.merchant
  const { data } = await paying.stripe.events.list({ type, limit: 100 }, { stripeAccount })
  const event = data.find(({ data: { object } }) => 'id' in object && object.id === intentId)
  if (!event) throw new Error(`no ${type} about ${intentId}`)
  return JSON.stringify(event)
}

/** A callback as the service sends it. */
export function callbackOf(body: string, seconds = Math.floor(Date.now() / 1000)): Callback {
  const v1 = createHmac('sha256', callbackSecret).update(`${seconds}.${body}`).digest('hex')
  const { id, type } = JSON.parse(body)
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'svc-signature': `t=${seconds},v1=${v1}`,
      'svc-event-type': type,
      'svc-event-id': id,
    },
  }
}

export async function deliver(shopUrl: string, { body, headers }: Callback): Promise<number> {
  const response = await fetch(`${shopUrl}/callbacks`, { method: 'POST', body, headers })
  await response.text()
  return response.status
}
