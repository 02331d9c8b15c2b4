import type { Static } from '@fastify/type-provider-typebox'
import { type Db, when } from '../db/db.ts'
import { type DeliveryRow, hasDelivery, joinQueue, nextAttemptAt } from '../deliveries/deliveries.sql.ts'
import type { ListedEvent } from '../processors/port.ts'
import type { EventRecord } from './record-event.sql.ts'
import type { EventSchema, OperatorQuery } from './schemas.ts'

type EventRow = Static<typeof EventSchema>

interface EventFilter extends Omit<Static<typeof OperatorQuery>, 'cursor' | 'limit'> {
  after?: EventPosition | null
  limit: number
}

export interface EventPosition {
  receivedAt: Date
  id: string
}

type FlatRow = Omit<EventRow, 'delivery'> & Omit<DeliveryRow, 'createdAt'> & { queuedAt: Date | null }

/** No index covers types or processors, so filtering by them scans at most this many events. */
const scanAtMost = 5000

/** `resumeAt`: where the next page starts, when a list by type or processor ended before its page was full. */
export async function listEvents(db: Db, filter: EventFilter) {
  const { merchantId, eventId, paymentId, state, after, type, processor, limit } = filter
  const isScanning = type !== undefined || processor !== undefined
  const newest = db`
    select * from events e
    where true ${when(db, merchantId, value => db`and merchant_id = ${value}`)}
      ${when(db, eventId, value => db`and event_id = ${value}`)}
      ${when(db, paymentId, value => db`and payment_id = ${value}`)}
      ${when(db, state, value => db`and ${hasDelivery(db, value)}`)}
      ${when(db, after, value => db`and (received_at, event_id) < (${value.receivedAt}, ${value.id})`)}
    order by received_at desc, event_id desc`
  const rows = await db<FlatRow[]>`
    select e.event_id as id, e.type, e.merchant_id, e.payment_id as svc_payment_id, e.created_at, e.received_at,
      e.outcome, d.delivery_id, d.event_id, o.order_ref, d.state, d.attempts, ${nextAttemptAt(db)} as next_attempt_at, d.last_status,
      d.last_error, d.created_at as queued_at
    from (
      select * from (${newest} limit ${isScanning ? scanAtMost : limit}) e
      where true ${when(db, type, value => db`and type = ${value}`)}
        ${when(db, processor, value => db`and processor = ${value}`)}
      order by received_at desc, event_id desc limit ${limit}) e
      left join deliveries d
        on d.merchant_id = e.merchant_id and d.processor = e.processor and d.event_id = e.event_id
      ${joinQueue(db)}
    order by e.received_at desc, e.event_id desc`
  const events = rows.map(eventFrom)
  if (!isScanning || events.length === limit) return { events, resumeAt: null }
  const [last] = await db<EventPosition[]>`
    select received_at, event_id as id from (${newest} offset ${scanAtMost - 1} limit 1) e`
  return { events, resumeAt: last ?? null }
}

function eventFrom({ id, createdAt, receivedAt, outcome, queuedAt, ...delivery }: FlatRow): EventRow {
  const { type, merchantId, svcPaymentId } = delivery
  const event = { id, type, merchantId, svcPaymentId, createdAt, receivedAt, outcome }
  return { ...event, delivery: queuedAt && { ...delivery, createdAt: queuedAt } }
}

export async function findEventBody(db: Db, merchantId: string, eventId: string) {
  const [row] = await db<{ type: string; sealedBody: Buffer; removedAt: Date | null }[]>`
    select type, sealed_body, archived_at as removed_at from events
    where merchant_id = ${merchantId} and event_id = ${eventId} limit 1`
  return row ?? null
}

type EventSource = Pick<EventRecord, 'merchantId' | 'processor'>

/** The events of a listed page that are missing here or were unreadable: the listed copy may be readable. */
export async function lostOf(db: Db, { merchantId, processor }: EventSource, page: ListedEvent[]) {
  if (page.length === 0) return []
  const ids = page.map(({ event }) => event.id)
  const rows = await db<{ eventId: string }[]>`
    select event_id from events
    where merchant_id = ${merchantId} and processor = ${processor} and event_id = any(${ids})
      and outcome <> 'unread'`
  const recorded = new Set(rows.map(({ eventId }) => eventId))
  return page.filter(({ event }) => !recorded.has(event.id))
}

/** Records the webhook of an event that the search had already found. Such an event has no trace id until then. */
export async function noteWebhook(db: Db, record: EventRecord): Promise<void> {
  const { merchantId, processor, event, traceId, at } = record
  if (traceId === null) return
  await db`
    update events set trace_id = ${traceId}, webhook_at = ${at}
    where merchant_id = ${merchantId} and processor = ${processor} and event_id = ${event.id} and trace_id is null`
}
