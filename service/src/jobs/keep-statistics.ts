import type { Db } from '../db/db.ts'
import type { Job } from './repeat.ts'
import { analyzeTable, outgrownTables } from './statistics.sql.ts'

/**
 * Statements are planned once and kept. A plan made for a few rows reads the whole table, and PostgreSQL itself comes
 * round to new statistics once a minute at best: too late for a table that grows from nothing under load. Later, when
 * a table takes longer than that to double, there is nothing left to do here.
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
