import type { InboxDeps } from '../inbox/receive-event.ts'
import type { Processor } from '../processors/port.ts'

export interface RebuildOptions {
  since: Date
  isStopped(): boolean
  progress(line: string): void
}

/** The restored records. */
export const nothing = () => ({
  accounts: 0,
  payments: 0,
  refunds: 0,
  disputes: 0,
  events: 0,
  /** Keys whose retries get their answers again. */
  keys: 0,
  /** Known payments that had changed at the processor. */
  refreshed: 0,
  /** Skipped payments: they carry an id of ours, but lack our seal or share the id with another payment. */
  unproven: 0,
  /** Calls to the processors. */
  calls: 0,
  /** Accounts with our seal whose merchants are missing here: only a settings export can restore those. */
  unknownAccounts: [] as { processor: string; accountId: string; merchantId: string }[],
  /** Unfinished parts, with the reasons. */
  unfinished: [] as { accountId: string | null; reason: string }[],
})

export type Rebuilt = ReturnType<typeof nothing>

export interface Run extends RebuildOptions {
  deps: InboxDeps
  processor: Processor
  rebuilt: Rebuilt
}
