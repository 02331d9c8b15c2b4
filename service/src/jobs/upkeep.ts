import type { FastifyBaseLogger } from 'fastify'
import { type FigureDeps, keepFigures } from '../back-office/figures/keep-figures.ts'
import type { Db } from '../db/db.ts'
import { closeLedgerDays } from '../ledger/days.sql.ts'
import type { Job } from './repeat.ts'
import { analyzeOutgrown, countInserted, endOperationLeasesAhead } from './upkeep.sql.ts'

const maxBatches = 10
/** Too few to change a plan. */
const fewRows = 100
/** The share of time that the job may take, normally and while it is far behind. The rest is for payments. */
const share = 0.05
const shareFarBehind = 0.25

/** Follows what changed, so that the overview has little left to read. */
export function keepFiguresUpToDate(deps: FigureDeps) {
  let restUntilMs = 0
  return {
    name: 'keep figures',
    everyMs: 15_000,
    async run(stopped?: AbortSignal): Promise<void> {
      if (performance.now() < restUntilMs) return
      const startedAtMs = performance.now()
      let hasMore = true
      for (let batch = 0; batch < maxBatches && hasMore && !stopped?.aborted; batch += 1)
        hasMore = await keepFigures(deps)
      const endedAtMs = performance.now()
      restUntilMs = endedAtMs + (endedAtMs - startedAtMs) / (hasMore ? shareFarBehind : share)
    },
  }
}

/**
 * PostgreSQL plans a statement once and keeps the plan. One made for a few rows reads the whole table, and autovacuum
 * renews statistics once a minute at best: too late for a table that grows from nothing under load. Once a table takes
 * longer than that to double, this job has nothing left to do.
 */
export function keepStatistics({ db }: { db: Db }): Job {
  let insertedBefore = Number.NEGATIVE_INFINITY
  return {
    name: 'keep statistics',
    everyMs: 3_000,
    async run() {
      const inserted = await countInserted(db)
      // it starts again after a crash of the server
      if (Math.abs(inserted - insertedBefore) < fewRows) return
      await analyzeOutgrown(db)
      insertedBefore = inserted
    },
  }
}

/** So that a balance does not take longer with every entry. */
export const closeDays = ({ db }: { db: Db }): Job => ({
  name: 'close ledger days',
  everyMs: 3_600_000,
  run: () => closeLedgerDays(db),
})

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
