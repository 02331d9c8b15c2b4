import type Stripe from 'stripe'
import type { Snapshot } from './snapshot.ts'
import type { Stored } from './stored.ts'

export interface EventRecord extends Stored {
  readonly type: Stripe.Event.Type
  readonly created: number
  /** The version the event is about, not the object as it is now. */
  readonly object: Snapshot
  readonly previous: Readonly<Record<string, unknown>> | null
  readonly requestId: string | null
  readonly idempotencyKey: string | null
}
