import type { Db } from '../db/db.ts'
import type { Metrics } from '../http/metrics.ts'
import { queueState } from './queue-state.sql.ts'

export function addQueueMetrics({ fromDatabase }: Metrics, db: Db): void {
  const { gauge } = fromDatabase(() => queueState(db))
  gauge('svcpay_callbacks_waiting', 'Callbacks in the queue', state => state.waiting)
  gauge(
    'svcpay_callbacks_overdue_seconds',
    'How long the callback that is due longest has been due, paused endpoints aside',
    state => state.overdueSeconds,
  )
  gauge('svcpay_callbacks_dead', 'Callbacks that had all their attempts', state => state.dead)
  gauge('svcpay_callback_endpoints_paused', 'Endpoints left alone after failures', state => state.paused)
}
