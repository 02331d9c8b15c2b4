import { longestCallbackTimeoutMs } from '../config.ts'
import type { Queryable } from '../db/db.ts'

/** How long a claim lasts: an attempt may take all of its time, and its answer is still to be written down. */
export const claimMs = (timeoutMs: number) => timeoutMs + 20_000

/** No claim ends later than this, however clocks differ. One that does was made before a clock was put back. */
const tooFarAheadMs = claimMs(longestCallbackTimeoutMs) + 40_000

/** Whether somebody is attempting a queued delivery. Times are only compared, because a shard works none out. */
export function isInFlight(db: Queryable, alias: string, now: Date) {
  const until = db(`${alias}.claimed_until`)
  const tooFarAhead = new Date(now.getTime() + tooFarAheadMs)
  return db`(${db(`${alias}.claim_id`)} is not null
    and coalesce(${until} > ${now} and ${until} < ${tooFarAhead}, false))`
}
