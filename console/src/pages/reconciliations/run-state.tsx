import { counted } from '../../components/numbers.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { exceptFor } from '../../components/unreadable.tsx'
import type { Reconciliation } from './reconciliation-query.ts'

/** The result of a comparison, in a word or two. */
export function RunState({ run }: { run: Reconciliation }) {
  if (run.state === 'running') return <StatusBadge status="processing" label="Comparing…" />
  if (run.state === 'failed') return <StatusBadge status="failed" tone="bad" label="Not finished" />
  const { unexplained, unreadable } = run
  if (unexplained > unreadable) {
    return <StatusBadge status="books" tone="bad" label={counted(unexplained - unreadable, 'difference')} />
  }
  if (unreadable > 0) {
    const label =
      run.accounts > 0 ? `Match${exceptFor(unreadable)}` : `${counted(unreadable, 'account')} not compared`
    return <StatusBadge status="books" tone="waiting" label={label} />
  }
  if (run.payments + run.movements + run.differences === 0) {
    return <StatusBadge status="books" label="Nothing to compare" />
  }
  return <StatusBadge status="books" tone="good" label={run.differences > 0 ? 'Explained' : 'Match'} />
}
