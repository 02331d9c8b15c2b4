import type { Db } from '../db/db.ts'

/** Where a delivery goes, and the event it carries. */
export async function findTargetOfDelivery(
  db: Db,
  { merchantId, deliveryId }: { merchantId: string; deliveryId: string },
): Promise<{ url: string | null; sealedBody: Buffer } | null> {
  const [row] = await db<{ url: string | null; sealedBody: Buffer }[]>`
    select m.callback_url as url, e.sealed_body
    from deliveries d
      join events e on e.merchant_id = d.merchant_id and e.event_id = d.event_id and e.processor = d.processor
      join merchants m on m.merchant_id = d.merchant_id
    where d.merchant_id = ${merchantId} and d.delivery_id = ${deliveryId}`
  return row ?? null
}
