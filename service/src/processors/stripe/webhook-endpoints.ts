import { Stripe } from 'stripe'
import type { Webhook } from '../port.ts'
import { accountEvents, feeEvent } from './events.ts'

/** The API version that this release reads. */
export const apiVersion = Stripe.API_VERSION

const neededEvents: Record<Webhook['listensTo'], string[]> = {
  accounts: [...accountEvents.keys()],
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
