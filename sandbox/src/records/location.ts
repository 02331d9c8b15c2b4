import type Stripe from 'stripe'
import type { Metadata, Stored } from './stored.ts'

export interface LocationRecord extends Stored {
  readonly display_name: string
  readonly address: Stripe.Address
  readonly phone: string | null
  readonly metadata: Metadata
}
