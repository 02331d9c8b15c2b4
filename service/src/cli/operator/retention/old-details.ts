import type { Tx } from '../../../db/db.ts'

/** What keeps growing and is rarely read after a year. */
export interface OldDetails {
  kind: 'events' | 'attempts' | 'operations'
  /** The next rows of a merchant in a fixed order, including those that stay, so that each look costs the same. */
  look(tx: Tx, merchantId: string, options: LookOptions): Promise<LookedAt[]>
  /** Returns how many rows lost their details. One that has come into use since the look keeps them. */
  remove(tx: Tx, merchantId: string, cutoff: Date, rows: LookedAt[]): Promise<number>
}

interface LookOptions {
  cutoff: Date
  after: string[] | null
  limit: number
}

export interface LookedAt {
  /** Where the row stands in the order, and what else is needed to find it again. */
  position: string[]
  /** How much would be removed; null when the row stays as it is. */
  bytes: number | null
}
