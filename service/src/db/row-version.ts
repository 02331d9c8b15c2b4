import type { Queryable } from './db.ts'
import { codeOf } from './unavailable.ts'

/**
 * The next version of a row. Divides by zero if the row's version differs from the one that the write was computed
 * from, so that nothing of the statement or its transaction is written.
 */
export const nextVersion = (db: Queryable, row: string, known: string) =>
  db`${db(row)}.version + 1 / (${db(row)}.version = ${db(known)}.version)::int`

/** True if a write found another version. */
export const isOutdated = (error: unknown) => codeOf(error) === '22012'
