import type { Stored } from './stored.ts'

/** An event on its way to an endpoint. Removed once the endpoint has taken it. */
export interface DeliveryRecord extends Stored {
  readonly event: string
  readonly endpoint: string
  readonly attempts: number
  /** Milliseconds of the sandbox's clock. */
  readonly dueAt: number
  readonly status: 'pending' | 'failed'
}
