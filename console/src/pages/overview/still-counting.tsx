import type { Overview } from '../../api/overview.ts'
import { EmptyState, Note } from '../../components/notes.tsx'

/** Right after an upgrade or a bulk load, figures lag behind. */
export function StillCounting({ overview }: { overview: Overview }) {
  if (overview.isUpToDate) return null
  return (
    <Note tone="waiting" role="status">
      The figures are still being calculated. They are complete once this note disappears.
    </Note>
  )
}

/** Shown instead of figures that would look as if nothing had happened. */
export function NotCountedYet() {
  return <EmptyState title="Not counted yet">Figures will appear here automatically.</EmptyState>
}
