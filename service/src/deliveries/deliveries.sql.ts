import type { PendingQuery, Row } from 'postgres'
import { type Db, listed, type Queryable, type Tx, when } from '../db/db.ts'
import { ofMerchant, sharesStatements } from '../db/per-merchant.ts'
import { newDeliveryId } from '../ids.ts'
import { forwardedTypes } from './forwarded-types.ts'
import { isInFlight } from './in-flight.sql.ts'

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
  /** Not known of attempts from before it was kept. */
  url?: string
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

/** Nothing is sent to an endpoint while it is paused, except deliveries that were asked for. */
export const nextAttemptAt = (db: Queryable) => db`
  greatest(q.due_at, q.claimed_until, case when q.delivery_id <> all(p.asked_for) then p.paused_until end)`

export interface DeliveryFilter {
  merchantId: string | null
  state: DeliveryState | null
  type: string | null
}

const matching = (db: Queryable, { merchantId, state, type }: DeliveryFilter) => db`
  ${when(db, merchantId, value => db`and d.merchant_id = ${value}`)}
  ${when(db, state, value => db`and d.state = ${value}`)}
  ${when(db, type, value => db`and d.type = ${value}`)}`

export interface DeliveryListFilter extends DeliveryFilter {
  before: string | null
  limit: number
}

/** No index knows types: so many deliveries are looked through for them. */
const scanAtMost = 5000

/** `resumeAt` says where to go on when a list by type ended before the page was full. */
export async function listDeliveries(
  db: Db,
  filter: DeliveryListFilter,
): Promise<{ deliveries: DeliveryRow[]; resumeAt: string | null }> {
  const { type, limit } = filter
  const newest = db`
    select * from deliveries d
    where true ${matching(db, { ...filter, type: null })}
      ${when(db, filter.before, value => db`and d.delivery_id < ${value}`)}
    order by d.delivery_id desc`
  const deliveries = await db<DeliveryRow[]>`
    select ${columns(db)} from (
      select * from (${newest} limit ${type === null ? limit : scanAtMost}) d
      where true ${matching(db, { merchantId: null, state: null, type })}
      order by d.delivery_id desc limit ${limit}
    ) d ${joinQueue(db)}
    order by d.delivery_id desc`
  if (type === null || deliveries.length === limit) return { deliveries, resumeAt: null }
  const [last] = await db<{ deliveryId: string }[]>`${newest} offset ${scanAtMost - 1} limit 1`
  return { deliveries, resumeAt: last?.deliveryId ?? null }
}

export async function findDelivery(
  db: Queryable,
  deliveryId: string,
  merchantId: string | null = null,
): Promise<DeliveryRow | null> {
  const [row] = await db<DeliveryRow[]>`
    select ${columns(db)} from ${withQueue(db)}
    where d.delivery_id = ${deliveryId} ${ofMerchant(db, 'd.merchant_id', merchantId)}`
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
  const event = tx`
    select merchant_id, ${newDeliveryId()}::text as delivery_id, processor, event_id, type, payment_id,
      ${now}::timestamptz as at
    from events
    where merchant_id = ${merchantId} and event_id = ${eventId} and type = any(${[...forwardedTypes]})
      and outcome in ('applied', 'unchanged', 'stale', 'unverified')`
  await insertDeliveriesFragment(tx, event)
  return await findDeliveryOfEvent(tx, merchantId, eventId)
}

/** When the body of its event was moved to the archive. Whoever has locked the delivery can rely on the answer. */
export async function bodyArchivedAt(tx: Tx, { merchantId, deliveryId }: DeliveryKey): Promise<Date | null> {
  const [row] = await tx<{ archivedAt: Date | null }[]>`
    select e.archived_at from deliveries d
      join events e on e.merchant_id = d.merchant_id and e.processor = d.processor and e.event_id = d.event_id
    where d.merchant_id = ${merchantId} and d.delivery_id = ${deliveryId}`
  return row?.archivedAt ?? null
}

/** From a query for merchant_id, delivery_id, processor, event_id, type, payment_id and at. */
export const insertDeliveriesFragment = (db: Queryable, query: PendingQuery<Row[]>) => db`
  insert into deliveries (merchant_id, delivery_id, processor, event_id, type, payment_id, state, created_at,
    updated_at)
  select merchant_id, delivery_id, processor, event_id, type, payment_id, 'pending', at, at from (${query}) q
  on conflict (merchant_id, event_id, processor) do nothing
  returning merchant_id, delivery_id, created_at as at`

export async function attemptsOf(db: Db, merchantId: string, deliveryId: string): Promise<AttemptRow[]> {
  const rows = await db<
    (Omit<AttemptRow, 'answer' | 'url'> & { answer: Buffer | null; url: string | null })[]
  >`
    select attempt, started_at, url, duration_ms, status, error, answer from delivery_attempts
    where merchant_id = ${merchantId} and delivery_id = ${deliveryId}
    order by sequence`
  return rows.map(({ url, answer, ...row }) => ({
    ...row,
    ...(url === null ? {} : { url }),
    answer: answer?.toString('utf8') ?? '',
  }))
}

export interface BulkFilter extends DeliveryFilter {
  from: Date | null
  to: Date | null
}

const inPeriod = (db: Queryable, { from, to }: BulkFilter) => db`
  ${when(db, from, value => db`and d.created_at >= ${value}`)}
  ${when(db, to, value => db`and d.created_at < ${value}`)}`

/** Without its body, an event cannot be sent. */
const isSendable = (db: Queryable) => db`and d.archived_at is null`

export async function countDeliveries(db: Queryable, filter: BulkFilter): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from deliveries d
    where true ${matching(db, filter)} ${inPeriod(db, filter)} ${isSendable(db)}`
  return row?.count ?? 0
}

export interface DeliveryKey {
  merchantId: string
  deliveryId: string
}

/**
 * Whoever changes deliveries locks them first, the newest first, and their places in the queue after that: nobody
 * waits in a circle, and what is read afterwards stays true.
 */
export async function lockDelivery(
  tx: Tx,
  { merchantId, deliveryId }: DeliveryKey,
): Promise<DeliveryState | null> {
  const [row] = await tx<{ state: DeliveryState }[]>`
    select state from deliveries where merchant_id = ${merchantId} and delivery_id = ${deliveryId} for update`
  return row?.state ?? null
}

interface Page {
  before: string | null
  limit: number
}

const newestMatching = (db: Queryable, filter: BulkFilter, { before, limit }: Page) => db<DeliveryKey[]>`
    select d.merchant_id, d.delivery_id from deliveries d
    where true ${matching(db, filter)} ${inPeriod(db, filter)} ${isSendable(db)}
      ${when(db, before, value => db`and d.delivery_id < ${value}`)}
    order by d.delivery_id desc limit ${limit}`

/** The newest that match, from where the last call ended: as many as can be locked without being in the way. */
export async function lockDeliveries(tx: Tx, filter: BulkFilter, page: Page): Promise<DeliveryKey[]> {
  return await tx<DeliveryKey[]>`${newestMatching(tx, filter, page)} for update`
}

/** The same without locking them. */
export async function findDeliveries(db: Db, filter: BulkFilter, page: Page): Promise<DeliveryKey[]> {
  return await newestMatching(db, filter, page)
}

/** Of these, of one merchant, those that still match. */
export async function lockDeliveriesOf(
  tx: Tx,
  filter: BulkFilter,
  merchantId: string,
  found: DeliveryKey[],
): Promise<DeliveryKey[]> {
  return await tx<DeliveryKey[]>`
    select d.merchant_id, d.delivery_id from deliveries d
    where d.merchant_id = ${merchantId} and d.delivery_id = any(${found.map(({ deliveryId }) => deliveryId)})
      ${matching(tx, filter)} ${isSendable(tx)}
    order by d.delivery_id desc for update`
}

/**
 * A fresh cycle of attempts, due now. An attempt in flight keeps its place, so that an endpoint never gets more at
 * once than it may; the cycle starts when that attempt ends.
 */
export async function restartDeliveries(tx: Tx, locked: DeliveryKey[], now: Date): Promise<void> {
  if (locked.length === 0) return
  if (!sharesStatements(tx)) return await restartOneByOne(tx, locked, now)
  const merchantIds = locked.map(({ merchantId }) => merchantId)
  const deliveryIds = locked.map(({ deliveryId }) => deliveryId)
  await tx`
    with restarted as (
      update deliveries d set state = 'pending', updated_at = ${now}
      from unnest(${merchantIds}::text[], ${deliveryIds}::text[]) as l (merchant_id, delivery_id)
      where d.merchant_id = l.merchant_id and d.delivery_id = l.delivery_id
      returning d.merchant_id, d.delivery_id
    )
    insert into delivery_queue as q (merchant_id, delivery_id, due_at, attempt, queued_at)
    select merchant_id, delivery_id, ${now}::timestamptz, 1, ${now}::timestamptz from restarted
    ${restartConflict(tx, now)}`
}

/** The same on a cluster, for deliveries of one merchant. */
async function restartOneByOne(tx: Tx, locked: DeliveryKey[], now: Date): Promise<void> {
  const merchantId = locked[0]?.merchantId ?? ''
  const rows = locked.map(({ deliveryId }) => tx`(${merchantId}, ${deliveryId}, ${now}, 1, ${now})`)
  await tx`
    update deliveries set state = 'pending', updated_at = ${now}
    where merchant_id = ${merchantId} and delivery_id = any(${locked.map(({ deliveryId }) => deliveryId)})`
  await tx`
    insert into delivery_queue as q (merchant_id, delivery_id, due_at, attempt, queued_at)
    values ${listed(tx, rows)} ${restartConflict(tx, now)}`
}

const restartConflict = (tx: Tx, now: Date) => tx`
    on conflict (merchant_id, delivery_id) do update set
      attempt = 1,
      queued_at = excluded.queued_at,
      due_at = case when ${isInFlight(tx, 'q', now)} then q.due_at else excluded.due_at end,
      claim_id = case when ${isInFlight(tx, 'q', now)} then q.claim_id end,
      restarted = ${isInFlight(tx, 'q', now)}`
