import type { DeliveryRecord } from '../records/delivery.ts'
import type { EventRecord } from '../records/event.ts'
import type { Tables } from '../store/tables.ts'

export function pendingDeliveries(tables: Tables, event: EventRecord): number {
  const ids = tables.delivery.indexed('event', event.id)
  return ids.filter(id => tables.delivery.get(id)?.status === 'pending').length
}

/** A delivery is removed once its endpoint has accepted it. */
export function isDelivered(tables: Tables, event: EventRecord): boolean {
  return tables.delivery.indexed('event', event.id).length === 0
}

/** Earlier, failed deliveries of the same event to the same endpoint. */
export function failedBefore(tables: Tables, { event, endpoint }: DeliveryRecord): string[] {
  return tables.delivery.indexed('event', event).filter(id => {
    const other = tables.delivery.get(id)
    return other?.endpoint === endpoint && other.status === 'failed'
  })
}
