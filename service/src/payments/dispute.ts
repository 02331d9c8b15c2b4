import { disputeChangeEntry, disputeClosedEntry, disputeEntry, type Entry } from '../ledger/entries.ts'
import type { DisputeSnapshot } from '../processors/port.ts'
import type { Trust } from './apply-snapshot.ts'

const progress: Record<DisputeSnapshot['state'], number> = { warning: 0, open: 1, won: 2, lost: 2 }

interface AppliedDispute {
  dispute: DisputeSnapshot
  entries: Entry[]
}

/** What is disputed or lost in all disputes together. */
export function disputedCentsOf(disputes: DisputeSnapshot[]): number {
  return disputes
    .filter(({ state }) => state === 'open' || state === 'lost')
    .reduce((total, { amountCents }) => total + amountCents, 0)
}

/**
 * A decided dispute stays decided. The amount of an open one can change, and only the processor knows which of two
 * reports is newer. `version` is the payment's and makes each change a fact of its own.
 */
export function applyDispute(
  known: DisputeSnapshot | null,
  reported: DisputeSnapshot,
  { trust, version }: { trust: Trust; version: number },
): AppliedDispute | 'stale' | 'doubtful' {
  if (known?.state === 'open' && reported.state === 'open' && known.amountCents !== reported.amountCents) {
    if (trust === 'report') return 'doubtful'
    return { dispute: reported, entries: [disputeChangeEntry(known, reported.amountCents, version)] }
  }
  if (known && progress[reported.state] <= progress[known.state]) return 'stale'
  return { dispute: reported, entries: disputeFacts(known, reported) }
}

/**
 * All facts so far: a dispute that is closed when we first hear of it was opened, then closed. The amount may change on
 * closing.
 */
function disputeFacts(known: DisputeSnapshot | null, reported: DisputeSnapshot): Entry[] {
  const { processorDisputeId, amountCents, state } = reported
  if (state === 'warning') return []
  const heldCents = known?.state === 'open' ? known.amountCents : amountCents
  const opened = disputeEntry(processorDisputeId, heldCents)
  if (state === 'open') return [opened]
  return [opened, disputeClosedEntry(processorDisputeId, heldCents, { state, amountCents })]
}
