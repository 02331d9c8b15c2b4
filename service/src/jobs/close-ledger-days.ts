import type { Db } from '../db/db.ts'
import { closeLedgerDays } from '../ledger/days.sql.ts'
import type { Job } from './repeat.ts'

/** So that a balance does not take longer with every entry. */
export const closeDays = ({ db }: { db: Db }): Job => ({
  name: 'close ledger days',
  everyMs: 3_600_000,
  run: () => closeLedgerDays(db),
})
