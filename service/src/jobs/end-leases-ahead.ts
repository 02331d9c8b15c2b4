import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { endDeliveryClaimsAhead, endOperationLeasesAhead } from './end-leases-ahead.sql.ts'
import type { Job } from './repeat.ts'

export interface EndLeasesDeps {
  db: Db
  log: FastifyBaseLogger
  callbacks: Pick<Config['callbacks'], 'timeoutMs'>
}

/** More than any lease lasts, of operations and, with the time of a call, of callbacks. */
const marginSeconds = 60

/**
 * When the database's clock was ahead and is put back, or another server takes over whose clock is behind, what was
 * leased meanwhile would be nobody's for as long as the clocks differ.
 */
export function endLeasesAhead({ db, log, callbacks }: EndLeasesDeps): Job {
  const longestCall = marginSeconds + Math.ceil(callbacks.timeoutMs / 1000)
  return {
    name: 'end leases from a clock ahead',
    everyMs: 2000,
    async run() {
      const operations = await endOperationLeasesAhead(db, `${marginSeconds} seconds`)
      const deliveries = await endDeliveryClaimsAhead(db, `${longestCall} seconds`)
      const ended = { operations: operations.claimed.length, deliveries: deliveries.claimed.length }
      if (ended.operations + ended.deliveries > 0) {
        log.warn(ended, 'the clock was put back: leases that end too far ahead were ended')
      }
      const faults = [...operations.faults, ...deliveries.faults]
      if (faults.length > 0) throw new AggregateError(faults, 'some leases could not be ended')
    },
  }
}
