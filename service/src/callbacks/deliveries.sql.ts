import type { Db, Queryable, Tx } from '../db/db.ts'
import { newDeliveryId } from '../ids.ts'
import { forwardedTypes } from './forwarded-types.ts'

export type DeliveryState = 'pending' | 'delivered' | 'dead'

export interface DeliveryRow {
  deliveryId: string
  eventId: string
  type: string
  merchantId: string
  svcPaymentId: string | null
  state: DeliveryState
  attempts: number
  nextAttemptAt: Date | null
  lastStatus: number | null
  lastError: string | null
  createdAt: Date
}

export interface AttemptRow {
  attempt: number
  startedAt: Date
  durationMs: number
  status: number | null
  error: string | null
  answer: string
}

const columns = (db: Queryable) => db`
  d.delivery_id, d.event_id, d.type, d.merchant_id, d.payment_id as svc_payment_id, d.state, d.attempts,
  ${nextAttemptAt(db)} as next_attempt_at, d.last_status, d.last_error, d.created_at`

const withQueue = (db: Queryable) => db`deliveries d ${joinQueue(db)}`

/** Where a delivery d stands in the queue, and how its endpoint p is doing. */
export const joinQueue = (db: Queryable) => db`
  left join delivery_queue q on q.merchant_id = d.merchant_id and q.delivery_id = d.delivery_id
  left join callback_endpoints p on p.merchant_id = q.merchant_id`

/** Nothing is sent to an endpoint while it is left alone. */
export const nextAttemptAt = (db: Queryable) => db`greatest(q.due_at, p.paused_until)`

export interface DeliveryFilter {
  merchantId: string | null
  state: DeliveryState | null
  type: string | null
}

const matching = (db: Queryable, { merchantId, state, type }: DeliveryFilter) => db`
  ${merchantId === null ? db`` : db`and d.merchant_id = ${merchantId}`}
  ${state === null ? db`` : db`and d.state = ${state}`}
  ${type === null ? db`` : db`and d.type = ${type}`}`

export async function listDeliveries(
  db: Db,
  filter: DeliveryFilter & { before: string | null; limit: number },
): Promise<DeliveryRow[]> {
  return await db<DeliveryRow[]>`
    select ${columns(db)} from ${withQueue(db)}
    where true ${matching(db, filter)}
      ${filter.before === null ? db`` : db`and d.delivery_id < ${filter.before}`}
    order by d.delivery_id desc
    limit ${filter.limit}`
}

export async function findDelivery(db: Queryable, deliveryId: string): Promise<DeliveryRow | null> {
  const [row] = await db<DeliveryRow[]>`
    select ${columns(db)} from ${withQueue(db)} where d.delivery_id = ${deliveryId}`
  return row ?? null
}

export async function findDeliveryOfEvent(
  db: Queryable,
  merchantId: string,
  eventId: string,
): Promise<DeliveryRow | null> {
  const [row] = await db<DeliveryRow[]>`
    select ${columns(db)} from ${withQueue(db)} where d.merchant_id = ${merchantId} and d.event_id = ${eventId}`
  return row ?? null
}

/** For an event that was not sent because there was no address then; null when it is none that is sent. */
export async function insertDeliveryOfEvent(
  tx: Tx,
  merchantId: string,
  eventId: string,
  now: Date,
): Promise<DeliveryRow | null> {
  await tx`
    insert into deliveries (merchant_id, delivery_id, processor, event_id, type, payment_id, state, created_at,
      updated_at)
    select merchant_id, ${newDeliveryId()}, processor, event_id, type, payment_id, 'pending', ${now}::timestamptz,
      ${now}::timestamptz
    from events
    where merchant_id = ${merchantId} and event_id = ${eventId} and type = any(${[...forwardedTypes]})
      and outcome in ('applied', 'unchanged', 'stale')
    on conflict (merchant_id, event_id, processor) do nothing`
  return await findDeliveryOfEvent(tx, merchantId, eventId)
}

export async function attemptsOf(db: Db, merchantId: string, deliveryId: string): Promise<AttemptRow[]> {
  const rows = await db<(Omit<AttemptRow, 'answer'> & { answer: Buffer | null })[]>`
    select attempt, started_at, duration_ms, status, error, answer from delivery_attempts
    where merchant_id = ${merchantId} and delivery_id = ${deliveryId}
    order by sequence`
  return rows.map(row => ({ ...row, answer: row.answer?.toString('utf8') ?? '' }))
}

export interface BulkFilter extends DeliveryFilter {
  from: Date | null
  to: Date | null
}

const inPeriod = (db: Queryable, { from, to }: BulkFilter) => db`
  ${from === null ? db`` : db`and d.created_at >= ${from}`}
  ${to === null ? db`` : db`and d.created_at < ${to}`}`

export async function countDeliveries(db: Queryable, filter: BulkFilter): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from deliveries d where true ${matching(db, filter)} ${inPeriod(db, filter)}`
  return row?.count ?? 0
}

/** A fresh cycle of attempts, due now. An attempt in flight loses its claim and does not count. */
export async function restartDelivery(tx: Tx, delivery: DeliveryRow, now: Date): Promise<Restarted> {
  const { merchantId, deliveryId } = delivery
  return await restart(tx, tx`d.merchant_id = ${merchantId} and d.delivery_id = ${deliveryId}`, 1, now)
}

export interface Restarted {
  count: number
  /** The oldest one, to go on from; null when there was none. */
  last: string | null
  merchantIds: string[]
}

/** The newest that match, before one where the last call ended: as many as can be done at once without being in the way. */
export async function restartDeliveries(
  tx: Tx,
  filter: BulkFilter,
  { before, limit, now }: { before: string | null; limit: number; now: Date },
): Promise<Restarted> {
  const earlier = before === null ? tx`` : tx`and d.delivery_id < ${before}`
  return await restart(tx, tx`true ${matching(tx, filter)} ${inPeriod(tx, filter)} ${earlier}`, limit, now)
}

async function restart(
  tx: Tx,
  which: ReturnType<typeof matching>,
  limit: number,
  now: Date,
): Promise<Restarted> {
  const [row] = await tx<Restarted[]>`
    with chosen as materialized (
      select d.merchant_id, d.delivery_id, d.ctid as place from deliveries d where ${which}
      order by d.delivery_id desc limit ${limit} for update
    ), restarted as (
      update deliveries d set state = 'pending', updated_at = ${now}
      where d.ctid = any(array(select place from chosen))
        and (d.merchant_id, d.delivery_id) in (select merchant_id, delivery_id from chosen)
      returning d.merchant_id, d.delivery_id
    ), queued as (
      insert into delivery_queue (merchant_id, delivery_id, due_at, attempt)
      select merchant_id, delivery_id, ${now}::timestamptz, 1 from restarted
      on conflict (merchant_id, delivery_id) do update set due_at = excluded.due_at, attempt = 1, claim_id = null
    )
    select (select count(*) from restarted)::int as count, (select min(delivery_id) from chosen) as last,
      array(select distinct merchant_id from restarted) as merchant_ids`
  return row ?? { count: 0, last: null, merchantIds: [] }
}
