import type { Stored } from './stored.ts'

/** An event to be delivered to an endpoint. Removed once the endpoint has accepted it. */
export interface DeliveryRecord extends Stored {
  readonly event: string
  readonly endpoint: string
  readonly attempts: number
  /** Milliseconds of the sandbox's clock. */
  readonly dueAt: number
  readonly status: 'pending' | 'failed'
}
