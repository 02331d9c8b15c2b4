import { type Db, when } from '../db/db.ts'
import {
  type DeliveryRow,
  type DeliveryState,
  hasDelivery,
  joinQueue,
  nextAttemptAt,
} from '../deliveries/deliveries.sql.ts'

interface EventRow {
  id: string
  type: string
  merchantId: string
  svcPaymentId: string | null
  createdAt: Date
  receivedAt: Date
  outcome: string
  delivery: DeliveryRow | null
}

interface EventFilter {
  merchantId?: string | undefined
  /** Only with its merchant: events are stored by merchant. */
  eventId?: string
  type?: string | undefined
  processor?: string | undefined
  paymentId?: string
  /** Of its delivery. */
  state?: DeliveryState
  after?: EventPosition | null
  limit: number
}

export interface EventPosition {
  receivedAt: Date
  id: string
}

type FlatRow = Omit<EventRow, 'delivery'> & Omit<DeliveryRow, 'createdAt'> & { queuedAt: Date | null }

/** No index has types or processors, so at most this many events are searched for them. */
const scanAtMost = 5000

/** `resumeAt`: where the next page starts, when a list by type or processor ended before its page was full. */
export async function listEvents(
  db: Db,
  filter: EventFilter,
): Promise<{ events: EventRow[]; resumeAt: EventPosition | null }> {
  const { type, processor, eventId, paymentId, state, limit } = filter
  const isNarrow = eventId !== undefined || paymentId !== undefined || state !== undefined
  const isScanning = (type !== undefined || processor !== undefined) && !isNarrow
  const newest = newestEvents(db, isScanning ? { ...filter, type: undefined, processor: undefined } : filter)
  const found = db`select * from (${newest} limit ${scanAtMost}) e where true ${madeAs(db, filter)}
        order by received_at desc, event_id desc`
  const rows = await db<FlatRow[]>`
    select e.event_id as id, e.type, e.merchant_id, e.payment_id as svc_payment_id, e.created_at, e.received_at,
      e.outcome, d.delivery_id, d.event_id, o.order_ref, d.state, d.attempts, ${nextAttemptAt(db)} as next_attempt_at, d.last_status,
      d.last_error, d.created_at as queued_at
    from (${isScanning ? found : newest} limit ${limit}) e
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

const madeAs = (db: Db, { type, processor }: EventFilter) => db`
  ${when(db, type, value => db`and type = ${value}`)}
  ${when(db, processor, value => db`and processor = ${value}`)}`

const newestEvents = (db: Db, filter: EventFilter) => {
  const { merchantId, eventId, paymentId, state, after } = filter
  return db`
  select * from events e
  where true ${when(db, merchantId, value => db`and merchant_id = ${value}`)}
    ${when(db, eventId, value => db`and event_id = ${value}`)}
    ${madeAs(db, filter)}
    ${when(db, paymentId, value => db`and payment_id = ${value}`)}
    ${when(db, state, value => db`and ${hasDelivery(db, value)}`)}
    ${when(db, after, value => db`and (received_at, event_id) < (${value.receivedAt}, ${value.id})`)}
  order by received_at desc, event_id desc`
}

function eventFrom(row: FlatRow): EventRow {
  const { id, type, merchantId, svcPaymentId, createdAt, receivedAt, outcome } = row
  const { deliveryId, eventId, orderRef, state, attempts, nextAttemptAt, lastStatus, lastError, queuedAt } =
    row
  const history = { state, attempts, nextAttemptAt, lastStatus, lastError }
  const delivery = queuedAt
    ? { deliveryId, eventId, type, merchantId, svcPaymentId, orderRef, ...history, createdAt: queuedAt }
    : null
  return { id, type, merchantId, svcPaymentId, createdAt, receivedAt, outcome, delivery }
}

export async function findEventBody(db: Db, merchantId: string, eventId: string) {
  const [row] = await db<{ type: string; sealedBody: Buffer; archivedAt: Date | null }[]>`
    select type, sealed_body, archived_at from events
    where merchant_id = ${merchantId} and event_id = ${eventId} limit 1`
  return row ?? null
}

/** Of these events, those that are recorded. One that could not be read is not: a copy may be readable. */
export async function recordedEvents(
  db: Db,
  merchantIds: string[],
  processor: string,
  ids: string[],
): Promise<Set<string>> {
  const rows = await db<{ eventId: string }[]>`
    select event_id from events
    where merchant_id = any(${merchantIds}) and processor = ${processor} and event_id = any(${ids})
      and outcome <> 'unread'`
  return new Set(rows.map(({ eventId }) => eventId))
}
