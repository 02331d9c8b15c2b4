import type { Db } from '../db/db.ts'
import type { Job } from './repeat.ts'
import { analyzeOutgrown } from './statistics.sql.ts'

/**
 * PostgreSQL plans a statement once and keeps the plan. One made for a few rows reads the whole table, and autovacuum
 * renews statistics once a minute at best: too late for a table that grows from nothing under load. Once a table takes
 * longer than that to double, this job has nothing left to do.
 */
export const keepStatistics = ({ db }: { db: Db }): Job => ({
  name: 'keep statistics',
  everyMs: 3_000,
  run: () => analyzeOutgrown(db),
})
