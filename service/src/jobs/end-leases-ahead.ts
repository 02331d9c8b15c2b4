import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/db.ts'
import { endOperationLeasesAhead } from './end-leases-ahead.sql.ts'
import type { Job } from './repeat.ts'

/**
 * When the database's clock was ahead and is put back, or another server takes over whose clock is behind, operations
 * leased meanwhile would be abandoned for as long as the clocks differ.
 */
export function endLeasesAhead({ db, log }: { db: Db; log: FastifyBaseLogger }): Job {
  return {
    name: 'end leases from a clock ahead',
    everyMs: 10_000,
    async run() {
      const { claimed, faults } = await endOperationLeasesAhead(db)
      if (claimed.length > 0) {
        log.warn(
          { operations: claimed.length },
          'the clock was put back: leases that end too far ahead were ended',
        )
      }
      if (faults.length > 0) throw new AggregateError(faults, 'some leases could not be ended')
    },
  }
}
