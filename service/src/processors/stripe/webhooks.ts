import { Stripe } from 'stripe'
import type { Webhook } from '../port.ts'

/** The API version that this release reads. */
export const apiVersion = Stripe.API_VERSION

/** The only event of the platform's own account that the service needs. */
export const feeEvent = 'application_fee.refunded'

/** The event types that `events.ts` reads, from connected accounts and from the platform. */
const neededEvents: Record<Webhook['listensTo'], string[]> = {
  accounts: [
    'payment_intent.succeeded',
    'payment_intent.processing',
    'payment_intent.payment_failed',
    'payment_intent.requires_action',
    'payment_intent.amount_capturable_updated',
    'payment_intent.canceled',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.refunded',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
    'charge.dispute.closed',
    'account.updated',
    'account.application.deauthorized',
  ],
  platform: [feeEvent],
}

export async function listWebhooks(stripe: Stripe): Promise<Webhook[]> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
  return data.map(({ url, status, application, enabled_events: types, api_version: version }) => {
    const listensTo = application === null ? 'platform' : 'accounts'
    const isMissing = (type: string) => !types.includes('*') && !types.includes(type)
    return {
      url,
      isEnabled: status === 'enabled',
      listensTo,
      missingEvents: neededEvents[listensTo].filter(isMissing),
      version,
      isReadable: version === null ? null : version === apiVersion,
    }
  })
}
