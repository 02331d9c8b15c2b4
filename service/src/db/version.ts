import type { Queryable } from './db.ts'

/**
 * The next version of a row. It divides by zero where the row has another version than the one that the write was worked
 * out for: so nothing of the statement, or of its transaction, is written.
 */
export const nextVersion = (db: Queryable, row: string, known: string) =>
  db`${db(row)}.version + 1 / (${db(row)}.version = ${db(known)}.version)::int`

/** True when a write met another version. */
export function isOutdated(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '22012'
}
