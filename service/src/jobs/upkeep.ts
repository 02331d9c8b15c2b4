import type { FastifyBaseLogger } from 'fastify'
import { type FigureDeps, keepFigures } from '../back-office/figures/keep-figures.ts'
import type { Db } from '../db/db.ts'
import { closeLedgerDays } from '../ledger/days.sql.ts'
import type { Job } from './repeat.ts'
import { analyzeOutgrown, countInserted, endOperationLeasesAhead } from './upkeep.sql.ts'

const maxBatches = 10
/** Too few to change a plan. */
const fewRows = 100
/** The share of time that the job may use, normally and while it is far behind. The rest is for payments. */
const share = 0.05
const shareFarBehind = 0.25

/** Updates figures as changes come in, so that the overview has little left to read. */
export function keepFiguresUpToDate(deps: FigureDeps) {
  let restUntilMs = 0
  return {
    name: 'keep figures',
    everyMs: 15_000,
    maxRestMs: 60_000,
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
 * PostgreSQL plans a statement once and keeps the plan. A plan made for a few rows reads the whole table, and autovacuum
 * renews statistics once a minute at best, which is too late for a table that grows from nothing under load. Once a table
 * takes longer than that to double, autovacuum is enough.
 */
export function keepStatistics({ db }: { db: Db }): Job {
  let insertedBefore = Number.NEGATIVE_INFINITY
  return {
    name: 'keep statistics',
    everyMs: 3_000,
    async run() {
      const inserted = await countInserted(db)
      // the count starts again after the server crashes
      if (Math.abs(inserted - insertedBefore) < fewRows) return
      await analyzeOutgrown(db)
      insertedBefore = inserted
    },
  }
}

/** Sums up closed days, so that a balance does not take longer with every entry. */
export const closeDays = ({ db }: { db: Db }): Job => ({
  name: 'close ledger days',
  everyMs: 3_600_000,
  run: () => closeLedgerDays(db),
})

/**
 * If the database's clock is set back, or a server whose clock lags takes over, operations leased before that would be
 * stuck until the new clock catches up.
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
          'the database’s clock was set back; ended the leases that reached too far ahead',
        )
      }
      if (faults.length > 0) throw new AggregateError(faults, 'some leases could not be ended')
    },
  }
}
