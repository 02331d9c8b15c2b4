import type Stripe from 'stripe'
import { application } from '../constants.ts'
import type { WebhookEndpointRecord } from '../records/webhook-endpoint.ts'

export function toWebhookEndpoint(record: WebhookEndpointRecord): Stripe.WebhookEndpoint {
  return {
    id: record.id,
    object: 'webhook_endpoint',
    api_version: record.api_version,
    application: record.connect ? application : null,
    created: record.created,
    description: record.description,
    enabled_events: record.enabled_events,
    livemode: false,
    metadata: record.metadata,
    status: record.status,
    url: record.url,
  }
}
