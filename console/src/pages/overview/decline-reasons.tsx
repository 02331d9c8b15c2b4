import { Link } from '@tanstack/react-router'
import type { Overview, Scope } from '../../api/overview.ts'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { formatCount } from '../../components/numbers.ts'
import { statusText } from '../../components/status-badge.tsx'
import classes from './decline-reasons.module.css'
import { NotCountedYet } from './still-counting.tsx'

interface DeclineReasonsProps {
  declines: Overview['declines']
  isUpToDate: boolean
  /** Reasons are not counted by currency. */
  hasSeveralCurrencies: boolean
  from: string
  scope: Scope
}

export function DeclineReasons(props: DeclineReasonsProps) {
  const { declines, isUpToDate, hasSeveralCurrencies, from, scope } = props
  const most = Math.max(...declines.map(({ count }) => count))
  return (
    <Card
      title={hasSeveralCurrencies ? 'Decline reasons, all currencies' : 'Decline reasons'}
      aside={
        declines.length > 0 && (
          <Link to="/payments" search={{ status: 'declined', createdFrom: from, ...scope }}>
            Show declined payments
          </Link>
        )
      }
    >
      {declines.length === 0 && !isUpToDate && <NotCountedYet />}
      {declines.length === 0 && isUpToDate && (
        <EmptyState title="No declines">No payment created in this period was declined.</EmptyState>
      )}
      {declines.length > 0 && <p className={classes.counted}>Payments created in this period.</p>}
      {declines.length > 0 && (
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
