import type { PendingQuery, Row } from 'postgres'
import type { Db, Queryable, Tx } from '../db/db.ts'
import { briefly, eachMerchant } from '../db/per-merchant.ts'
import type { Claim, ClaimedDelivery, ClaimRequest } from './claim.sql.ts'
import { isInFlight } from './in-flight.sql.ts'
import { probing } from './schedule.ts'

/**
 * The claim on a cluster, whose shards cannot be locked together: a plain read over all of them says who has something
 * due, and each endpoint is claimed from by itself, on its shard.
 */
export async function claimPerMerchant(db: Db, request: ClaimRequest): Promise<Claim> {
  const due = await endpointsWithWork(db, request)
  const walked = due.slice(0, request.limit)
  // each gets its turn within the limit, however many they are
  const limit = Math.floor(request.limit / Math.max(1, walked.length))
  const { results, faults } = await eachMerchant(walked, (_, merchantId) =>
    briefly(db, tx => claimFrom(tx, merchantId, { ...request, limit })),
  )
  const isEnd = walked.length === due.length && due.length < request.maxEndpoints
  const next = isEnd ? '' : (walked.at(-1)?.merchantId ?? '')
  return { deliveries: results.flat(), next, faults }
}

/** A redelivery that was asked for starts a new cycle, so it is a first attempt. */
const isOpen = (
  db: Queryable,
  { line, now }: ClaimRequest,
) => db`(e.paused_until is null or e.paused_until <= ${now}
  ${line === 'first' ? db`or e.asked_for <> '{}'` : db``})`

const lineOf = (db: Queryable, { line }: ClaimRequest) =>
  line === 'first' ? db`attempt = 1` : db`attempt > 1`

async function endpointsWithWork(db: Db, request: ClaimRequest): Promise<{ merchantId: string }[]> {
  const { after, quick, now, rooms, maxEndpoints } = request
  const full = Object.keys(rooms).filter(merchantId => rooms[merchantId] === 0)
  return await db<{ merchantId: string }[]>`
    select e.merchant_id from callback_endpoints e
    where e.merchant_id > ${after} and e.quick = ${quick} and ${isOpen(db, request)}
      and e.merchant_id <> all(${full})
      and exists (select from delivery_queue q
        where q.merchant_id = e.merchant_id and ${lineOf(db, request)} and q.due_at <= ${now}
          and not ${isInFlight(db, 'q', now)})
    order by e.merchant_id limit ${maxEndpoints}`
}

interface Endpoint {
  failuresInARow: number
  pausedUntil: Date | null
  held: string[]
  askedFor: string[]
  url: string
}

async function claimFrom(tx: Tx, merchantId: string, request: ClaimRequest): Promise<ClaimedDelivery[]> {
  const { quick, now, maxPerEndpoint } = request
  const [endpoint] = await tx<Endpoint[]>`
    select e.failures_in_a_row, e.paused_until, e.held, e.asked_for, m.callback_url as url
    from callback_endpoints e join merchants m on m.merchant_id = e.merchant_id and m.callback_url is not null
    where e.merchant_id = ${merchantId} and e.quick = ${quick} and ${isOpen(tx, request)}
    for update of e skip locked`
  if (!endpoint) return []
  const atOnce = endpoint.failuresInARow >= probing.afterFailures ? 1 : maxPerEndpoint
  const inFlight = await tx<{ deliveryId: string }[]>`
    select delivery_id from delivery_queue h
    where merchant_id = ${merchantId} and delivery_id = any(${endpoint.held}) and ${isInFlight(tx, 'h', now)}`
  const room = request.rooms[merchantId] ?? request.firstPerEndpoint
  const most = Math.min(room, request.limit, atOnce - inFlight.length)
  if (most <= 0) return []
  const { askedFor, pausedUntil } = endpoint
  let claimed: Claimed[] = []
  if (askedFor.length > 0) {
    const first = tx`array_position(${askedFor}::text[], delivery_id)`
    claimed = await take(tx, merchantId, request, most, tx`and delivery_id = any(${askedFor})`, first)
  }
  if (claimed.length === 0 && !(pausedUntil && pausedUntil > now)) {
    claimed = await take(tx, merchantId, request, most, tx``, tx`due_at`)
  }
  if (claimed.length === 0) return []
  const taken = claimed.map(({ deliveryId }) => deliveryId)
  const held = [...inFlight.map(({ deliveryId }) => deliveryId), ...taken]
  const stillAskedFor = askedFor.filter(deliveryId => !taken.includes(deliveryId))
  await tx`
    update callback_endpoints set held = ${held}, asked_for = ${stillAskedFor} where merchant_id = ${merchantId}`
  return await describe(tx, merchantId, endpoint.url, claimed, now)
}

interface Claimed {
  deliveryId: string
  attempt: number
}

type Fragment = PendingQuery<Row[]>

async function take(
  tx: Tx,
  merchantId: string,
  request: ClaimRequest,
  most: number,
  condition: Fragment,
  order: Fragment,
): Promise<Claimed[]> {
  const { claimId, now, leaseUntil } = request
  return await tx<Claimed[]>`
    with picked as materialized (
      select delivery_id from delivery_queue w
      where merchant_id = ${merchantId} and ${lineOf(tx, request)} and due_at <= ${now}
        and not ${isInFlight(tx, 'w', now)} ${condition}
      order by ${order} limit ${most} for update skip locked
    )
    update delivery_queue q set claimed_until = ${leaseUntil}, claim_id = ${claimId}, restarted = false
    from picked p where q.merchant_id = ${merchantId} and q.delivery_id = p.delivery_id
    returning q.delivery_id, q.attempt`
}

async function describe(
  tx: Tx,
  merchantId: string,
  url: string,
  claimed: Claimed[],
  now: Date,
): Promise<ClaimedDelivery[]> {
  const ids = claimed.map(({ deliveryId }) => deliveryId)
  const [secrets, events] = await Promise.all([
    tx<{ sealed: Buffer }[]>`
      select sealed from callback_secrets
      where merchant_id = ${merchantId} and (expires_at is null or expires_at > ${now}) order by secret_id desc`,
    tx<Omit<ClaimedDelivery, 'url' | 'attempt' | 'sealedSecrets'>[]>`
      select d.merchant_id, d.delivery_id, d.event_id, d.type, d.payment_id, e.sealed_body
      from deliveries d
        join events e on e.merchant_id = d.merchant_id and e.processor = d.processor and e.event_id = d.event_id
      where d.merchant_id = ${merchantId} and d.delivery_id = any(${ids})`,
  ])
  const attempts = new Map(claimed.map(({ deliveryId, attempt }) => [deliveryId as string, attempt]))
  const sealedSecrets = secrets.map(({ sealed }) => sealed)
  return events.map(event => ({ ...event, url, attempt: attempts.get(event.deliveryId) ?? 1, sealedSecrets }))
}
