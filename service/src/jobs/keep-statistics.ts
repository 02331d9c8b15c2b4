import type { Db } from '../db/db.ts'
import type { Job } from './repeat.ts'
import { analyzeTable, outgrownTables } from './statistics.sql.ts'

/**
 * PostgreSQL plans a statement once and keeps the plan. One made for a few rows reads the whole table, and autovacuum
 * renews statistics once a minute at best: too late for a table that grows from nothing under load. Once a table takes
 * longer than that to double, this job has nothing left to do.
 */
export function keepStatistics({ db }: { db: Db }): Job {
  return {
    name: 'keep statistics',
    everyMs: 3_000,
    async run() {
      for (const name of await outgrownTables(db)) await analyzeTable(db, name)
    },
  }
}
