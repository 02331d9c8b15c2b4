import type { Db } from '../db/db.ts'
import type { Metrics } from '../http/metrics.ts'

type QueueState = Record<'waiting' | 'overdueSeconds' | 'dead' | 'paused', number>

export function addQueueMetrics({ fromDatabase }: Metrics, db: Db): void {
  const { gauge } = fromDatabase(
    () => db<[QueueState]>`
    select (select count(*) from delivery_queue)::int as waiting,
      coalesce((select greatest(0, extract(epoch from now() - min(q.due_at))) from delivery_queue q
        join callback_endpoints e on e.merchant_id = q.merchant_id
        where e.paused_until is null or e.paused_until <= now()), 0)::float8 as overdue_seconds,
      (select count(*) from deliveries where dead_at is not null)::int as dead,
      (select count(*) from callback_endpoints where paused_until > now())::int as paused`,
  )
  gauge('svcpay_callbacks_waiting', 'Callbacks in the queue', ([state]) => state.waiting)
  gauge(
    'svcpay_callbacks_overdue_seconds',
    'How long the callback that is due longest has been due, paused endpoints aside',
    ([state]) => state.overdueSeconds,
  )
  gauge('svcpay_callbacks_dead', 'Callbacks that had all their attempts', ([state]) => state.dead)
  gauge('svcpay_callback_endpoints_paused', 'Endpoints left alone after failures', ([state]) => state.paused)
}
