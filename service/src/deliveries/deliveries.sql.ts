import type { Static } from '@fastify/type-provider-typebox'
import { type Db, type Fragment, type Queryable, type Tx, when } from '../db/db.ts'
import { merchantOf, ofMerchant } from '../db/per-merchant.ts'
import { firstDeliveryIdAt, newDeliveryId } from '../ids.ts'
import { forwardedTypes } from './forwarded-types.ts'
import type { DeliverySchema, DeliveryWithAttemptsSchema } from './schemas.ts'

export type DeliveryRow = Static<typeof DeliverySchema>
type DeliveryState = DeliveryRow['state']
type AttemptRow = Static<typeof DeliveryWithAttemptsSchema>['attemptLog'][number]

const columns = (db: Queryable) => db`
  d.delivery_id, d.event_id, d.type, d.merchant_id, d.payment_id as svc_payment_id, o.order_ref, d.state, d.attempts,
  ${nextAttemptAt(db)} as next_attempt_at, d.last_status, d.last_error, d.created_at`

const withQueue = (db: Queryable) => db`deliveries d ${joinQueue(db)}`

/** Joins a delivery `d` with its queue row `q`, its endpoint `p` and its payment `o`. */
export const joinQueue = (db: Queryable) => db`
  left join delivery_queue q on q.merchant_id = d.merchant_id and q.delivery_id = d.delivery_id
  left join callback_endpoints p on p.merchant_id = q.merchant_id
  left join payments o on o.merchant_id = d.merchant_id and o.payment_id = d.payment_id`

/** A paused endpoint receives only deliveries that somebody requested. */
export const nextAttemptAt = (db: Queryable) => db`
  greatest(q.due_at, case when not q.asked_for then p.paused_until end)`

interface DeliveryFilter {
  merchantId?: string | undefined
  processor?: string | undefined
  state?: DeliveryState | undefined
  type?: string | undefined
}

/** The table to read for each state: the state changes, so no index covers it. */
const inState = (db: Queryable, state: DeliveryState | undefined) =>
  state === 'pending'
    ? db`delivery_queue w join deliveries d on d.merchant_id = w.merchant_id and d.delivery_id = w.delivery_id`
    : db`deliveries d`

const matching = (db: Queryable, { merchantId, processor, state, type }: DeliveryFilter) => db`
  ${when(db, merchantId, value => db`and d.merchant_id = ${value}`)}
  ${state === 'dead' ? db`and d.dead_at is not null` : when(db, state, value => db`and d.state = ${value}`)}
  ${when(db, type, value => db`and d.type = ${value}`)}
  ${when(db, processor, value => db`and d.processor = ${value}`)}`

/** Whether the event `e` has a delivery in this state. */
export const hasDelivery = (db: Queryable, state: DeliveryState) => db`
  exists (select from ${inState(db, state)}
    where d.merchant_id = e.merchant_id and d.processor = e.processor and d.event_id = e.event_id
      ${matching(db, { state })})`

interface DeliveryListFilter extends DeliveryFilter {
  /** Applied as a range of ids, which begin with their creation time; the overview counts in the same way. */
  createdFrom: Date | null
  before: string | null
  limit: number
}

/** No index covers type, processor or the delivered state, so a page scans at most this many deliveries for them. */
const scanAtMost = 5000

/** `resumeAt` is where the next page starts if the scan limit ended this one before it was full. */
export async function listDeliveries(db: Db, { createdFrom, before, limit, ...filter }: DeliveryListFilter) {
  const { merchantId, ...scanned } = filter
  const { type, processor, state } = scanned
  const isScanning = type !== undefined || processor !== undefined || state === 'delivered'
  const indexed = state === 'delivered' ? undefined : state
  const newest = db`
    select d.* from ${inState(db, indexed)}
    where true ${matching(db, { merchantId, state: indexed })} ${when(db, before, value => db`and d.delivery_id < ${value}`)}
      ${when(db, createdFrom, value => db`and d.delivery_id >= ${firstDeliveryIdAt(value)}`)}
    order by d.delivery_id desc`
  const deliveries = await db<DeliveryRow[]>`
    select ${columns(db)} from (
      select * from (${newest} limit ${isScanning ? scanAtMost : limit}) d
      where true ${matching(db, scanned)}
      order by d.delivery_id desc limit ${limit}
    ) d ${joinQueue(db)}
    order by d.delivery_id desc`
  if (!isScanning || deliveries.length === limit) return { deliveries, resumeAt: null }
  const [last] = await db<{ deliveryId: string }[]>`${newest} offset ${scanAtMost - 1} limit 1`
  return { deliveries, resumeAt: last?.deliveryId ?? null }
}

export async function findDelivery(db: Queryable, deliveryId: string, merchantId: string | null = null) {
  const [row] = await db<DeliveryRow[]>`
    select ${columns(db)} from ${withQueue(db)}
    where d.delivery_id = ${deliveryId} ${ofMerchant(db, 'd.merchant_id', merchantId)}`
  return row ?? null
}

export async function findDeliveryOfEvent(db: Queryable, merchantId: string, eventId: string) {
  const [row] = await db<DeliveryRow[]>`
    select ${columns(db)} from ${withQueue(db)} where d.merchant_id = ${merchantId} and d.event_id = ${eventId}`
  return row ?? null
}

/** Queues an event that was not sent because there was no callback URL. Null if its type is not forwarded. */
export async function insertDeliveryOfEvent(tx: Tx, merchantId: string, eventId: string, now: Date) {
  // keeps retention from removing the body in the meantime
  await tx`select 1 from events where merchant_id = ${merchantId} and event_id = ${eventId} for share`
  const event = tx`
    select merchant_id, ${newDeliveryId()}::text as delivery_id, processor, event_id, type, payment_id,
      ${now}::timestamptz as at
    from events
    where merchant_id = ${merchantId} and event_id = ${eventId} and type = any(${[...forwardedTypes]})
      and outcome in ('applied', 'unchanged', 'stale', 'unverified')`
  await insertDeliveriesFragment(tx, event)
  return await findDeliveryOfEvent(tx, merchantId, eventId)
}

/** `query` returns merchant_id, delivery_id, processor, event_id, type, payment_id and at. */
export const insertDeliveriesFragment = (db: Queryable, query: Fragment) => db`
  insert into deliveries (merchant_id, delivery_id, processor, event_id, type, payment_id, state, created_at,
    updated_at)
  select merchant_id, delivery_id, processor, event_id, type, payment_id, 'pending', at, at from (${query}) q
  on conflict (merchant_id, event_id, processor) do nothing
  returning merchant_id, delivery_id, created_at as at`

export async function attemptsOf(db: Db, merchantId: string, deliveryId: string): Promise<AttemptRow[]> {
  type Stored = Omit<AttemptRow, 'answer' | 'url'> & { answer: Buffer | null; url: string | null }
  const rows = await db<Stored[]>`
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

/** An event cannot be sent once retention has removed its body. */
const isSendable = (db: Queryable) => db`and d.archived_at is null`

export async function countDeliveries(db: Queryable, filter: BulkFilter): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from ${inState(db, filter.state)}
    where true ${matching(db, filter)} ${inPeriod(db, filter)} ${isSendable(db)}`
  return row?.count ?? 0
}

interface DeliveryKey {
  merchantId: string
  deliveryId: string
}

/**
 * Every change to deliveries locks them first, newest first, and then their queue rows. This avoids deadlocks, and the
 * rows cannot change between reading and writing.
 */
export async function lockDelivery(tx: Tx, { merchantId, deliveryId }: DeliveryKey) {
  const [row] = await tx<{ state: DeliveryState }[]>`
    select state from deliveries where merchant_id = ${merchantId} and delivery_id = ${deliveryId} for update`
  return row?.state ?? null
}

/** The callback URL of a delivery and its event. Retention does not remove the body while the delivery is locked. */
export async function findTargetOfDelivery(db: Queryable, { merchantId, deliveryId }: DeliveryKey) {
  const [row] = await db<{ url: string | null; sealedBody: Buffer; removedAt: Date | null }[]>`
    select m.callback_url as url, e.sealed_body, e.archived_at as removed_at
    from deliveries d
      join events e on e.merchant_id = d.merchant_id and e.event_id = d.event_id and e.processor = d.processor
      join merchants m on m.merchant_id = d.merchant_id
    where d.merchant_id = ${merchantId} and d.delivery_id = ${deliveryId}`
  return row ?? null
}

/** The newest matching deliveries older than `before`. */
export async function findDeliveries(db: Db, filter: BulkFilter, before: string | null, limit: number) {
  return await db<DeliveryKey[]>`
    select d.merchant_id, d.delivery_id from ${inState(db, filter.state)}
    where true ${matching(db, filter)} ${inPeriod(db, filter)} ${isSendable(db)}
      ${when(db, before, value => db`and d.delivery_id < ${value}`)}
    order by d.delivery_id desc limit ${limit}`
}

/** Locks the deliveries in `found` that still match. On a sharded database, all must belong to one merchant. */
export async function lockDeliveries(tx: Tx, { state }: BulkFilter, found: DeliveryKey[]) {
  return await tx<DeliveryKey[]>`
    select d.merchant_id, d.delivery_id from deliveries d
    where ${isOneOf(tx, found)} ${matching(tx, { state })} ${isSendable(tx)}
    order by d.delivery_id desc for update`
}

const isOneOf = (tx: Tx, keys: DeliveryKey[]) => tx`
  d.delivery_id = any(${keys.map(({ deliveryId }) => deliveryId)}) ${ofMerchant(tx, 'd.merchant_id', merchantOf(tx, keys))}`

/**
 * Starts a new cycle of attempts, due now, or after the attempt in flight. A delivery that was requested individually
 * is sent before all others.
 */
export async function restartDeliveries(
  tx: Tx,
  locked: DeliveryKey[],
  how: { now: Date; askedFor: boolean },
) {
  if (locked.length === 0) return
  const { now, askedFor } = how
  await tx`update deliveries d set state = 'pending', updated_at = ${now} where ${isOneOf(tx, locked)}`
  await tx`
    insert into delivery_queue (merchant_id, delivery_id, due_at, attempt, queued_at, asked_for)
    select merchant_id, delivery_id, ${now}::timestamptz, 1, ${now}::timestamptz, ${askedFor}::boolean
    from deliveries d where ${isOneOf(tx, locked)}
    on conflict (merchant_id, delivery_id) do update set attempt = 1, due_at = excluded.due_at,
      queued_at = excluded.queued_at, asked_for = excluded.asked_for`
}
