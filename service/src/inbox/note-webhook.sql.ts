import type { Db } from '../db/db.ts'

/** The search found the event before its webhook came: an event without a trace is one whose webhook is missing. */
export async function noteWebhook(
  db: Db,
  event: { merchantId: string; processor: string; eventId: string; traceId: string | null; at: Date },
): Promise<void> {
  const { merchantId, processor, eventId, traceId, at } = event
  if (traceId === null) return
  await db`
    update events set trace_id = ${traceId}, webhook_at = ${at}
    where merchant_id = ${merchantId} and processor = ${processor} and event_id = ${eventId} and trace_id is null`
}
