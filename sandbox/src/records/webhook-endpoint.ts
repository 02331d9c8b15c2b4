import type { Metadata, Stored } from './stored.ts'

export interface WebhookEndpointRecord extends Stored {
  readonly created: number
  readonly url: string
  readonly secret: string
  readonly enabledEvents: readonly string[]
  /** Receives the events of connected accounts instead of its own account's. */
  readonly connect: boolean
  readonly status: 'enabled' | 'disabled'
  readonly apiVersion: string | null
  readonly description: string | null
  readonly metadata: Metadata
}
