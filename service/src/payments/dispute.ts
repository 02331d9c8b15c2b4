import { disputeClosedEntry, disputeEntry, type Entry } from '../ledger/entries.ts'
import type { DisputeSnapshot } from '../processors/port.ts'

const progress: Record<DisputeSnapshot['state'], number> = { warning: 0, open: 1, won: 2, lost: 2 }

/** Null when the report says nothing new. A decided dispute stays decided. */
export function applyDispute(
  known: DisputeSnapshot | null,
  reported: DisputeSnapshot,
): DisputeSnapshot | null {
  return known && progress[reported.state] <= progress[known.state] ? null : reported
}

/** All facts so far: closed before it was heard of counts as opened and closed. */
export function disputeFacts({ processorDisputeId, amountCents, state }: DisputeSnapshot): Entry[] {
  if (state === 'warning') return []
  const opened = disputeEntry(processorDisputeId, amountCents)
  return state === 'open' ? [opened] : [opened, disputeClosedEntry(processorDisputeId, amountCents, state)]
}
