import type { Db } from '../db/db.ts'
import {
  type DeliveryRow,
  type DeliveryState,
  joinQueue,
  nextAttemptAt,
} from '../deliveries/deliveries.sql.ts'

export interface EventRow {
  id: string
  type: string
  merchantId: string
  svcPaymentId: string | null
  createdAt: Date
  receivedAt: Date
  outcome: string
  delivery: DeliveryRow | null
}

export interface EventFilter {
  merchantId: string | null
  type: string | null
  paymentId: string | null
  /** Of its delivery. */
  state: DeliveryState | null
  after: EventPosition | null
  limit: number
}

export interface EventPosition {
  receivedAt: Date
  id: string
}

type FlatRow = Omit<EventRow, 'delivery'> & Omit<DeliveryRow, 'createdAt'> & { queuedAt: Date | null }

export async function listEvents(db: Db, filter: EventFilter): Promise<EventRow[]> {
  const { merchantId, type, paymentId, state, after } = filter
  const ofMerchant = merchantId === null ? db`` : db`and merchant_id = ${merchantId}`
  const rows = await db<FlatRow[]>`
    select e.event_id as id, e.type, e.merchant_id, e.payment_id as svc_payment_id, e.created_at, e.received_at,
      e.outcome, d.delivery_id, d.event_id, d.state, d.attempts, ${nextAttemptAt(db)} as next_attempt_at, d.last_status,
      d.last_error, d.created_at as queued_at
    from (
      select * from events
      where true ${ofMerchant}
        ${type === null ? db`` : db`and type = ${type}`}
        ${paymentId === null ? db`` : db`and payment_id = ${paymentId}`}
        ${
          state === null
            ? db``
            : db`and exists (select from deliveries s where s.merchant_id = events.merchant_id
                and s.processor = events.processor and s.event_id = events.event_id and s.state = ${state})`
        }
        ${after === null ? db`` : db`and (received_at, event_id) < (${after.receivedAt}, ${after.id})`}
      order by received_at desc, event_id desc
      limit ${filter.limit}
    ) e
      left join deliveries d
        on d.merchant_id = e.merchant_id and d.processor = e.processor and d.event_id = e.event_id
      ${joinQueue(db)}
    order by e.received_at desc, e.event_id desc`
  return rows.map(eventFrom)
}

function eventFrom(row: FlatRow): EventRow {
  const { id, type, merchantId, svcPaymentId, createdAt, receivedAt, outcome } = row
  const { deliveryId, eventId, state, attempts, nextAttemptAt, lastStatus, lastError, queuedAt } = row
  const history = { state, attempts, nextAttemptAt, lastStatus, lastError }
  const delivery = queuedAt
    ? { deliveryId, eventId, type, merchantId, svcPaymentId, ...history, createdAt: queuedAt }
    : null
  return { id, type, merchantId, svcPaymentId, createdAt, receivedAt, outcome, delivery }
}

export async function findEventBody(db: Db, merchantId: string, eventId: string) {
  const [row] = await db<{ type: string; sealedBody: Buffer; archivedAt: Date | null }[]>`
    select type, sealed_body, archived_at from events
    where merchant_id = ${merchantId} and event_id = ${eventId} limit 1`
  return row ?? null
}
