import type { Queryable } from '../db/db.ts'
import type { DeliveryKey } from './deliveries.sql.ts'

interface Target {
  url: string | null
  sealedBody: Buffer
  archivedAt: Date | null
}

/** Where a delivery goes, and the event it carries, whose body is not archived while the delivery is locked. */
export async function findTargetOfDelivery(
  db: Queryable,
  { merchantId, deliveryId }: DeliveryKey,
): Promise<Target | null> {
  const [row] = await db<Target[]>`
    select m.callback_url as url, e.sealed_body, e.archived_at
    from deliveries d
      join events e on e.merchant_id = d.merchant_id and e.event_id = d.event_id and e.processor = d.processor
      join merchants m on m.merchant_id = d.merchant_id
    where d.merchant_id = ${merchantId} and d.delivery_id = ${deliveryId}`
  return row ?? null
}
