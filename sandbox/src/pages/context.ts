import type { Keys } from '../api/authenticate.ts'
import type { Faults } from '../api/faults.ts'
import type { Tables } from '../store/tables.ts'
import type { WebhookState } from '../webhooks/state.ts'

/** The data from which a page is rendered. */
export interface PageContext {
  readonly tables: Tables
  readonly keys: Keys
  /** Seconds of the sandbox's clock. */
  readonly now: number
  /** How far that clock is ahead. */
  readonly aheadMs: number
  readonly faults: Faults
  /** The calls that can have faults. */
  readonly operations: ReadonlySet<string>
  readonly webhooks: () => WebhookState
  readonly query: URLSearchParams
  /** The first placeholder of the path. */
  readonly id: string
  /** The values of all placeholders, in order. */
  readonly path: readonly string[]
  readonly baseUrl: string
}
