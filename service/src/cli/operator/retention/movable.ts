import type { Tx } from '../../../db/db.ts'

/** Data that keeps growing and is rarely read after a year. */
export interface Movable {
  kind: 'events' | 'attempts' | 'operations'
  /** The next rows of a merchant in a fixed order, including those that stay, so that each look costs the same. */
  look(tx: Tx, merchantId: string, options: LookOptions): Promise<LookedAt[]>
  /** Returns how many rows were moved. A row that changed since the look stays. */
  moveOut(tx: Tx, merchantId: string, cutoff: Date, rows: LookedAt[]): Promise<number>
  /** How many of these rows were put back; `lines` is a JSON array of what was archived. */
  putBack(tx: Tx, merchantId: string, lines: string): Promise<number>
}

export interface LookOptions {
  cutoff: Date
  after: string[] | null
  limit: number
  /** Without it, rows have a size and no line. */
  withContent: boolean
}

export interface LookedAt {
  /** Where the row stands in the order, and what else is needed to find it again. */
  position: string[]
  /** The row's version, which every change replaces. */
  version: string
  /** What would be moved; null when the row stays. */
  bytes: number | null
  /** What is written to the archive, as JSON. */
  line: string | null
}
