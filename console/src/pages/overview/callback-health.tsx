import { Link } from '@tanstack/react-router'
import type { CallbackFigures, Scope, Span } from '../../api/overview.ts'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/notes.tsx'
import { counted, formatCount, milliseconds, mostCounted } from '../../components/numbers.ts'
import { groupingOf } from './bar-labels.ts'
import classes from './callback-health.module.css'
import { CallbackPlot } from './plots.tsx'
import { NotCountedYet } from './still-counting.tsx'
import { isByWeek } from './weeks.ts'

interface CallbackHealthProps {
  callbacks: CallbackFigures
  /** How many endpoints are failing now, no matter when their callbacks were queued. */
  failing: number
  isUpToDate: boolean
  span: Span
  scope: Scope
}

const words = { delivered: 'delivered', pending: 'waiting', dead: 'dead letters' } as const

export function CallbackHealth({ callbacks, failing, isUpToDate, span, scope }: CallbackHealthProps) {
  const { delivered, pending, dead, p50Ms, p95Ms } = callbacks
  const isEmpty = delivered + pending + dead + callbacks.failed === 0
  if (isEmpty && !isUpToDate) {
    return (
      <Card title="Callback health">
        <NotCountedYet />
      </Card>
    )
  }
  return (
    <Card title={`Callback health${groupingOf(callbacks.series, span)}`}>
      <p className={classes.counted}>
        Callbacks queued in this period. “Waiting” counts all callbacks that are waiting now. A bar counts the
        callbacks queued during that {isByWeek(callbacks.series) ? 'week' : span.bucket} and all their failed
        attempts, up to nine each, including later ones.{' '}
        {failing === 0 ? (
          'No endpoint is failing now.'
        ) : (
          <>
            Failing now:{' '}
            <Link to="/merchants" search={{ state: 'failing', search: scope.merchantId }}>
              {counted(failing, 'endpoint', 'endpoints', mostCounted.failingEndpoints)}
            </Link>
            .
          </>
        )}
      </p>
      <ul className={classes.figures}>
        {(['delivered', 'pending', 'dead'] as const).map(state => (
          <li key={state}>
            <Link
              to="/callbacks"
              search={{ state, ...scope, ...(state !== 'pending' && { createdFrom: span.from }) }}
              data-state={state}
            >
              <strong>
                {formatCount(callbacks[state], state === 'pending' ? mostCounted.waiting : undefined)}
              </strong>{' '}
              {words[state]}
            </Link>
          </li>
        ))}
        <li>
          <strong>{milliseconds(p50Ms)}</strong> median
        </li>
        <li>
          <strong>{milliseconds(p95Ms)}</strong> 95th percentile
        </li>
      </ul>
      {isEmpty ? (
        <EmptyState title="Nothing was sent">Set a merchant’s callback URL to send it events.</EmptyState>
      ) : (
        <CallbackPlot callbacks={callbacks} span={span} />
      )}
    </Card>
  )
}
