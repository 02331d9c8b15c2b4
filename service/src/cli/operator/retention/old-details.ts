import type { Tx } from '../../../db/db.ts'

/** Data that keeps growing and is rarely read after a year. */
export interface OldDetails {
  kind: 'events' | 'attempts' | 'operations'
  /** The next rows of a merchant in a fixed order, including those to keep, so that each look costs the same. */
  look(tx: Tx, merchantId: string, options: LookOptions): Promise<LookedAt[]>
  /** Returns how many rows lost their details. A row that has come into use since the look keeps them. */
  remove(tx: Tx, merchantId: string, cutoff: Date, rows: LookedAt[]): Promise<number>
}

interface LookOptions {
  cutoff: Date
  after: string[] | null
  limit: number
}

export interface LookedAt {
  /** The row's position in the order, and any other columns needed to find it again. */
  position: string[]
  /** How much would be removed; null if the row stays as it is. */
  bytes: number | null
}
