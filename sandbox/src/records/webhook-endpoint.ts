import type Stripe from 'stripe'
import type { Shown, Stored } from './stored.ts'

export interface WebhookEndpointRecord extends Stored, Shown<Stripe.WebhookEndpoint, 'application'> {
  readonly secret: string
  /** Receives the events of connected accounts instead of its own account's. */
  readonly connect: boolean
  readonly status: 'enabled' | 'disabled'
}
