import type { PendingQuery, Row } from 'postgres'
import type { Queryable } from '../db/db.ts'

/** Longer than any claim lasts (lane.ts). One that ends later was made by a clock that has been put back since. */
const tooFarAhead = '3 minutes'

/** Whether somebody is attempting a queued delivery. */
export function isInFlight(db: Queryable, alias: string, now: Date | PendingQuery<Row[]>) {
  const until = db(`${alias}.claimed_until`)
  return db`(${db(`${alias}.claim_id`)} is not null
    and coalesce(${until} > ${now} and ${until} < ${now}::timestamptz + ${tooFarAhead}::interval, false))`
}
