import type Stripe from 'stripe'
import type { Metadata } from '../http/params.ts'
import type { Stored } from '../store/table.ts'

export interface LocationRecord extends Stored {
  readonly displayName: string
  readonly address: Stripe.Address
  readonly phone: string | null
  readonly metadata: Metadata
}

export function toLocation(record: LocationRecord): Stripe.Terminal.Location {
  return {
    id: record.id,
    object: 'terminal.location',
    address: record.address,
    display_name: record.displayName,
    livemode: false,
    metadata: record.metadata,
    ...(record.phone === null ? {} : { phone: record.phone }),
  }
}
