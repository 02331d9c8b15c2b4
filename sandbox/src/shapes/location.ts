import type Stripe from 'stripe'
import type { LocationRecord } from '../records/location.ts'

export function toLocation(record: LocationRecord): Stripe.Terminal.Location {
  return {
    id: record.id,
    object: 'terminal.location',
    address: record.address,
    display_name: record.display_name,
    livemode: false,
    metadata: record.metadata,
    ...(record.phone === null ? {} : { phone: record.phone }),
  }
}
