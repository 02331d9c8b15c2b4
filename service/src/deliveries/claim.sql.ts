import type { Db, Queryable } from '../db/db.ts'
import { sharesStatements } from '../db/per-merchant.ts'
import type { DeliveryId } from '../ids.ts'
import { claimPerMerchant } from './claim-per-merchant.sql.ts'
import { isInFlight } from './in-flight.sql.ts'
import { probing } from './schedule.ts'
import type { CallbackMessage } from './send-signed.ts'

export interface ClaimedDelivery extends Omit<CallbackMessage, 'body'> {
  deliveryId: DeliveryId
  sealedBody: Buffer
}

export interface Claim {
  deliveries: ClaimedDelivery[]
  /** Where the next walk is to begin; empty when this one came to the end. */
  next: string
  /** Why some were left out; they are left to later walks. */
  faults: unknown[]
}

/** First attempts and later ones wait in lines of their own, so that neither blocks the other. */
export type Line = 'first' | 'again'

export interface ClaimRequest {
  line: Line
  /** From endpoints that answer quickly, or from all others. */
  quick: boolean
  claimId: string
  now: Date
  leaseUntil: Date
  /** Endpoints are walked in order; a claim goes on where the last one stopped. */
  after: string
  maxEndpoints: number
  /** In flight at once, whoever sends it. */
  maxPerEndpoint: number
  /** How many to take from an endpoint: as the caller knows it, or else the number for the first. */
  rooms: Record<string, number>
  firstPerEndpoint: number
  limit: number
}

/**
 * A queue that was nearly empty when it was last analyzed is taken for one row, and would rather be read as a whole and
 * sorted than in the order of its lines. Forbidden plans have a price that would start the compiler.
 */
export const inOrder = ['enable_seqscan', 'enable_sort', 'enable_incremental_sort', 'jit']
  .map(setting => `set local ${setting} = off`)
  .join(';')

/** Cost follows the endpoints walked and the rows taken, not the length of any queue. */
export async function claimDeliveries(db: Db, request: ClaimRequest): Promise<Claim> {
  if (!sharesStatements(db)) return await claimPerMerchant(db, request)
  return await db.begin(async tx => {
    // sent at once, before the claim, and not waited for
    const isSet = tx.unsafe(inOrder).simple().execute()
    const [claim] = await Promise.all([claimInOne(tx, request), isSet])
    return claim
  })
}

/**
 * Walks the endpoints that have something waiting, and takes a few that are due from each. An endpoint is locked
 * while it is claimed from, and left to the next walk if another worker claimed from it since this statement
 * began: what is in flight is counted as of then, and would be counted wrongly.
 */
export async function claimInOne(db: Queryable, request: ClaimRequest): Promise<Claim> {
  const { quick, claimId, now, leaseUntil, after, maxEndpoints, maxPerEndpoint, limit } = request
  const room = db`coalesce((${db.json(request.rooms)}::jsonb ->> e.merchant_id)::int, ${request.firstPerEndpoint})`
  const line = request.line === 'first' ? db`attempt = 1` : db`attempt > 1`
  // a redelivery that was asked for starts a new cycle, so it is a first attempt
  const orAskedFor = request.line === 'first' ? db`or e.asked_for <> '{}'` : db``
  const isDue = db`${line} and due_at <= ${now} and not ${isInFlight(db, 'w', now)}`
  const rows = await db<(ClaimedDelivery & Walked)[]>`
    with recursive walk (merchant_id, step) as (
      (select merchant_id, 1 from delivery_queue where ${line} and merchant_id > ${after}
        order by merchant_id, due_at limit 1)
      union all
      select (select q.merchant_id from delivery_queue q where ${line} and q.merchant_id > w.merchant_id
        order by q.merchant_id, q.due_at limit 1), w.step + 1
      from walk w where w.merchant_id is not null and w.step < ${maxEndpoints}
    ), open as (
      select e.merchant_id, e.claims, e.held, e.asked_for, ${room} as room, coalesce(e.paused_until > ${now}, false) as paused,
        case when e.failures_in_a_row >= ${probing.afterFailures} then 1 else ${maxPerEndpoint}::int end as at_once
      from walk w
        join callback_endpoints e on e.merchant_id = w.merchant_id
        join merchants m on m.merchant_id = e.merchant_id and m.callback_url is not null
      where e.quick = ${quick} and ${room} > 0 and (e.paused_until is null or e.paused_until <= ${now} ${orAskedFor})
      order by w.step
      for update of e skip locked
    ), counted as materialized (
      select o.*, array(
        select h.delivery_id from delivery_queue h where h.delivery_id collate "C" = any(o.held) and ${isInFlight(db, 'h', now)}
      ) as in_flight
      from open o
      where o.claims = (select e.claims from callback_endpoints e where e.merchant_id = o.merchant_id)
    ), picked as materialized (
      select q.merchant_id, q.delivery_id, q.place
      from counted o cross join lateral (
        select * from (
          select w.* from unnest(o.asked_for) as a (delivery_id) cross join lateral (
            select merchant_id, delivery_id, ctid as place from delivery_queue w
            where merchant_id = o.merchant_id and delivery_id collate "C" = a.delivery_id and ${isDue}
            limit 1
            for update skip locked
          ) w
        ) asked_for
        union all
        select * from (
          select merchant_id, delivery_id, ctid as place from delivery_queue w
          where merchant_id = o.merchant_id and ${isDue} and not o.paused and delivery_id <> all(o.asked_for)
          order by due_at
          limit least(o.room, greatest(0, o.at_once - cardinality(o.in_flight)))
          for update skip locked
        ) waiting
        limit least(o.room, greatest(0, o.at_once - cardinality(o.in_flight)))
      ) q
      limit ${limit}
    ), noted as (
      update callback_endpoints e set claims = e.claims + 1, held = o.in_flight || p.taken,
        asked_for = array(select a from unnest(e.asked_for) a where a <> all(p.taken))
      from (select merchant_id, array_agg(delivery_id) as taken from picked group by merchant_id) p
        join counted o on o.merchant_id = p.merchant_id
      where e.merchant_id = p.merchant_id
    ), claimed as (
      -- they are locked, so they stay in their place, where any plan finds them
      update delivery_queue q set claimed_until = ${leaseUntil}, claim_id = ${claimId}, restarted = false
      where q.ctid = any(array(select place from picked))
      returning q.merchant_id, q.delivery_id, q.attempt
    )
    select w.next, c.merchant_id, c.delivery_id, c.attempt, d.event_id, d.type, d.payment_id,
      m.callback_url as url, e.sealed_body,
      array(select s.sealed from callback_secrets s where s.merchant_id = c.merchant_id
        and (s.expires_at is null or s.expires_at > ${now}) order by s.secret_id desc) as sealed_secrets
    from (
      select case when (select count(*) from picked) >= ${limit} then (select max(merchant_id) from picked)
        when count(merchant_id) >= ${maxEndpoints} then max(merchant_id) end as next
      from walk
    ) w
      left join (claimed c
        join merchants m on m.merchant_id = c.merchant_id
        join deliveries d on d.merchant_id = c.merchant_id and d.delivery_id = c.delivery_id
        join events e on e.merchant_id = d.merchant_id and e.processor = d.processor and e.event_id = d.event_id)
      on true`
  return { deliveries: rows.filter(row => row.deliveryId !== null), next: rows[0]?.next ?? '', faults: [] }
}

interface Walked {
  next: string | null
}
