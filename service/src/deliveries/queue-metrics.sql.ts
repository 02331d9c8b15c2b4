import type { Db } from '../db/db.ts'
import type { Metrics } from '../http/metrics.ts'

type QueueState = Record<'waiting' | 'overdueSeconds' | 'dead' | 'deadLately' | 'paused', number>

export function addQueueMetrics({ fromDatabase }: Metrics, db: Db): void {
  const { gauge } = fromDatabase(
    () => db<[QueueState]>`
    select dead, dead_lately, (select count(*) from delivery_queue)::int as waiting,
      coalesce((select greatest(0, extract(epoch from now() - min(q.due_at))) from delivery_queue q
        join callback_endpoints e on e.merchant_id = q.merchant_id
        where e.paused_until is null or e.paused_until <= now()), 0)::float8 as overdue_seconds,
      (select count(*) from callback_endpoints where paused_until > now())::int as paused
    from (select count(*)::int as dead, count(*) filter (where dead_at > now() - interval '1 hour')::int as dead_lately
      from deliveries where dead_at is not null) letters`,
  )
  gauge('svcpay_callbacks_waiting', 'Callbacks in the queue', ([state]) => state.waiting)
  gauge(
    'svcpay_callbacks_overdue_seconds',
    'Age of the oldest due callback, excluding paused endpoints',
    ([state]) => state.overdueSeconds,
  )
  gauge('svcpay_callbacks_dead', 'Callbacks whose attempts have all failed', ([state]) => state.dead)
  gauge(
    'svcpay_callbacks_dead_last_hour',
    'Callbacks whose last attempt failed within the last hour',
    ([state]) => state.deadLately,
  )
  gauge(
    'svcpay_callback_endpoints_paused',
    'Endpoints paused after repeated failures',
    ([state]) => state.paused,
  )
}
