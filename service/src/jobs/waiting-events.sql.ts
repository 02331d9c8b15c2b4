import type { Db } from '../db/db.ts'
import { type Claims, claimAcross, ofMerchant } from '../db/per-merchant.ts'

export interface WaitingEvent {
  merchantId: string
  processor: string
  eventId: string
  sealedBody: Buffer
  traceId: string | null
}

const perRun = 50

/** Claims waiting events, each for one instance. An event is due again after half its waiting time, at most a minute. */
export async function claimWaitingEvents(db: Db): Promise<Claims<WaitingEvent>> {
  const due = (most: number, merchantId: string | null = null) => db`
    select merchant_id, processor, event_id,
      now() + least(greatest((now() - received_at) / 2, interval '1 second'), interval '1 minute') as again_at
    from events
    where outcome = 'waiting' and (retry_at <= now() or retry_at > now() + interval '2 hours')
      ${ofMerchant(db, 'merchant_id', merchantId)}
    order by retry_at limit ${most}`
  return await claimAcross(
    db,
    perRun,
    due,
    (tx, most, merchantId) => tx<WaitingEvent[]>`
    with due as materialized (
      ${due(most, merchantId)} for update skip locked
    )
    update events e set retry_at = d.again_at
    from due d
    where e.merchant_id = d.merchant_id and e.processor = d.processor and e.event_id = d.event_id
      ${ofMerchant(db, 'e.merchant_id', merchantId)}
    returning e.merchant_id, e.processor, e.event_id, e.sealed_body, e.trace_id`,
  )
}

export async function forgetWaitingEvent(
  db: Db,
  { merchantId, processor, eventId }: WaitingEvent,
): Promise<void> {
  await db`
    delete from events
    where merchant_id = ${merchantId} and processor = ${processor} and event_id = ${eventId}
      and outcome = 'waiting'`
}
