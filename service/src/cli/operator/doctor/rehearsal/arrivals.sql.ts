import type { Db } from '../../../../db/db.ts'

interface ArrivedEvent {
  eventId: string
  receivedAt: Date
  /** False if polling found it. */
  byWebhook: boolean
}

/** The event of this type about a payment; null until it has arrived. */
export async function findArrived(
  db: Db,
  { merchantId, paymentId, type }: { merchantId: string; paymentId: string; type: string },
): Promise<ArrivedEvent | null> {
  // the processor reports the release of an uncaptured part as a refund, which is ignored
  const [event] = await db<ArrivedEvent[]>`
    select event_id, received_at, trace_id is not null as by_webhook from events
    where merchant_id = ${merchantId} and payment_id = ${paymentId} and type = ${type}
      and outcome not in ('ignored', 'waiting')
    order by received_at limit 1`
  return event ?? null
}
