import type Stripe from 'stripe'
import type { Metadata } from '../http/params.ts'
import type { Stored } from '../store/table.ts'

export interface WebhookEndpointRecord extends Stored {
  readonly created: number
  readonly url: string
  readonly secret: string
  readonly enabledEvents: readonly string[]
  /** Takes the events of connected accounts instead of its own account's. */
  readonly connect: boolean
  readonly status: 'enabled' | 'disabled'
  readonly apiVersion: string | null
  readonly description: string | null
  readonly metadata: Metadata
}

export function toWebhookEndpoint(record: WebhookEndpointRecord): Stripe.WebhookEndpoint {
  return {
    id: record.id,
    object: 'webhook_endpoint',
    api_version: record.apiVersion,
    application: null,
    created: record.created,
    description: record.description,
    enabled_events: [...record.enabledEvents],
    livemode: false,
    metadata: record.metadata,
    status: record.status,
    url: record.url,
  }
}
