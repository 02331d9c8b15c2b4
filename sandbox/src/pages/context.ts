import type { Keys } from '../http/authenticate.ts'
import type { Tables } from '../store/records.ts'

/** What pages are made of. */
export interface PageContext {
  readonly tables: Tables
  readonly keys: Keys
  /** Seconds of the sandbox's clock. */
  readonly now: number
  readonly query: URLSearchParams
  /** The values of the path's placeholders, in order. */
  readonly path: readonly string[]
  readonly baseUrl: string
}
