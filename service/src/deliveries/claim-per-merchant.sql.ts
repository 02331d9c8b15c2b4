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

const lineOf = (db: Queryable, { line }: ClaimRequest) =>
  line === 'first' ? db`attempt = 1` : db`attempt > 1`

async function endpointsWithWork(db: Db, request: ClaimRequest): Promise<{ merchantId: string }[]> {
  const { after, quick, now, rooms, maxEndpoints } = request
  const full = Object.keys(rooms).filter(merchantId => rooms[merchantId] === 0)
  return await db<{ merchantId: string }[]>`
    select e.merchant_id from callback_endpoints e
    where e.merchant_id > ${after} and e.quick = ${quick} and (e.paused_until is null or e.paused_until <= ${now})
      and e.merchant_id <> all(${full})
      and exists (select from delivery_queue q
        where q.merchant_id = e.merchant_id and ${lineOf(db, request)} and q.due_at <= ${now}
          and not ${isInFlight(db, 'q', now)})
    order by e.merchant_id limit ${maxEndpoints}`
}

async function claimFrom(tx: Tx, merchantId: string, request: ClaimRequest): Promise<ClaimedDelivery[]> {
  const { quick, claimId, now, leaseUntil, maxPerEndpoint } = request
  const [endpoint] = await tx<{ failuresInARow: number; url: string; held: string[] }[]>`
    select e.failures_in_a_row, e.held, m.callback_url as url
    from callback_endpoints e join merchants m on m.merchant_id = e.merchant_id and m.callback_url is not null
    where e.merchant_id = ${merchantId} and e.quick = ${quick} and (e.paused_until is null or e.paused_until <= ${now})
    for update of e skip locked`
  if (!endpoint) return []
  const atOnce = endpoint.failuresInARow >= probing.afterFailures ? 1 : maxPerEndpoint
  const inFlight = await tx<{ deliveryId: string }[]>`
    select delivery_id from delivery_queue h
    where merchant_id = ${merchantId} and delivery_id = any(${endpoint.held}) and ${isInFlight(tx, 'h', now)}`
  const room = request.rooms[merchantId] ?? request.firstPerEndpoint
  const most = Math.min(room, request.limit, atOnce - inFlight.length)
  if (most <= 0) return []
  const claimed = await tx<{ deliveryId: string; attempt: number }[]>`
    with picked as materialized (
      select delivery_id from delivery_queue w
      where merchant_id = ${merchantId} and ${lineOf(tx, request)} and due_at <= ${now}
        and not ${isInFlight(tx, 'w', now)}
      order by due_at limit ${most} for update skip locked
    )
    update delivery_queue q set claimed_until = ${leaseUntil}, claim_id = ${claimId}, restarted = false
    from picked p where q.merchant_id = ${merchantId} and q.delivery_id = p.delivery_id
    returning q.delivery_id, q.attempt`
  if (claimed.length === 0) return []
  const held = [...inFlight, ...claimed].map(({ deliveryId }) => deliveryId)
  await tx`update callback_endpoints set held = ${held} where merchant_id = ${merchantId}`
  return await describe(tx, merchantId, endpoint.url, claimed, now)
}

async function describe(
  tx: Tx,
  merchantId: string,
  url: string,
  claimed: { deliveryId: string; attempt: number }[],
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
