import type { Overview } from '../../api/overview.ts'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { formatCount } from '../../components/numbers.ts'
import { statusText } from '../../components/status-badge.tsx'
import classes from './decline-reasons.module.css'

export function DeclineReasons({ declines }: { declines: Overview['declines'] }) {
  const most = Math.max(...declines.map(({ count }) => count))
  return (
    <Card title="Decline reasons">
      {declines.length === 0 ? (
        <EmptyState title="No declines">Everyone who tried to pay in this period succeeded.</EmptyState>
      ) : (
        <ol className={classes.reasons}>
          {declines.map(({ code, count }) => (
            <li key={code}>
              <span>{statusText(code)}</span>
              <span className={classes.count}>{formatCount(count)}</span>
              <meter className={classes.bar} min={0} max={most} value={count} aria-label={statusText(code)} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
