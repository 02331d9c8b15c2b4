import type { PendingQuery, Row } from 'postgres'
import type { Queryable } from '../db/db.ts'

type Fragment = PendingQuery<Row[]>

/** More than any attempt takes. A claim that ends later was made by a clock that has been put back since: it is void. */
const longestClaim = '3 minutes'

/** Whether somebody is attempting a queued delivery. */
export const isInFlight = (db: Queryable, alias: string, now: Date | Fragment) => db`(
  ${db(`${alias}.claim_id`)} is not null and ${db(`${alias}.claimed_until`)} > ${now}
  and ${db(`${alias}.claimed_until`)} < ${now}::timestamptz + ${longestClaim}::interval)`

/**
 * How many of an endpoint's deliveries are in flight. They were due longest when they were claimed, so they stand at
 * the head of their line, but for what clocks that differ have put before them.
 */
export function countInFlight(
  db: Queryable,
  { merchantId, now, most }: { merchantId: Fragment; now: Date; most: number },
) {
  const head = (line: Fragment) => db`
    (select claim_id, claimed_until from delivery_queue where ${line} and merchant_id = ${merchantId}
      order by due_at limit ${2 * most})`
  return db`
    select count(*)::int as count from (${head(db`attempt = 1`)} union all ${head(db`attempt > 1`)}) as h
    where ${isInFlight(db, 'h', now)}`
}
