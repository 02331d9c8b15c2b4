import type { InboxDeps } from '../inbox/receive-event.ts'
import type { Processor } from '../processors/port.ts'

export interface RebuildDeps extends InboxDeps {
  processors: ReadonlyMap<string, Processor>
}

export interface RebuildOptions {
  since: Date
  /** Only looks. */
  dryRun: boolean
  isStopped(): boolean
  progress(line: string): void
}

/** What was missing here and is at the processor: brought back, or only counted. */
export interface Rebuilt {
  accounts: number
  payments: number
  refunds: number
  /** Of the platform, on these payments. */
  fees: number
  disputes: number
  events: number
  /** Answers that retried keys get again. */
  keys: number
  /** Payments, captures and refunds that the processor has without a key: called without one, or made elsewhere. */
  withoutKey: number
  /** Known payments that had moved on. */
  refreshed: number
  /** Payments that carry an id of ours but no seal: made before there were seals, or copied. */
  unproven: number
  /** To the processors. */
  calls: number
  /** What could not be finished, and why. */
  unfinished: { accountId: string | null; reason: string }[]
}

export interface Run extends RebuildOptions {
  deps: RebuildDeps
  processor: Processor
  rebuilt: Rebuilt
}
