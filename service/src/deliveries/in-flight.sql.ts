import type { Queryable } from '../db/db.ts'

/** Longer than any claim lasts (lane.ts). One that ends later was made by a clock that has been put back since. */
const tooFarAheadMs = 180_000

/** Whether somebody is attempting a queued delivery. Times are only compared, because a shard works none out. */
export function isInFlight(db: Queryable, alias: string, now: Date) {
  const until = db(`${alias}.claimed_until`)
  const tooFarAhead = new Date(now.getTime() + tooFarAheadMs)
  return db`(${db(`${alias}.claim_id`)} is not null
    and coalesce(${until} > ${now} and ${until} < ${tooFarAhead}, false))`
}
