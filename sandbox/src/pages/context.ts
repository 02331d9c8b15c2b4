import type { Keys } from '../api/authenticate.ts'
import type { Tables } from '../store/tables.ts'

/** What a page is rendered from. */
export interface PageContext {
  readonly tables: Tables
  readonly keys: Keys
  /** Seconds of the sandbox's clock. */
  readonly now: number
  readonly query: URLSearchParams
  /** The first placeholder of the path. */
  readonly id: string
  /** The values of all placeholders, in order. */
  readonly path: readonly string[]
  readonly baseUrl: string
}
