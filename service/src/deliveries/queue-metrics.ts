import { Gauge } from 'prom-client'
import type { Db } from '../db/db.ts'
import type { Metrics } from '../http/metrics.ts'
import { type QueueState, queueState } from './queue-state.sql.ts'

/** Read from the database once per scrape, so that every instance reports the same. */
export function addQueueMetrics({ registry, fromDatabase }: Metrics, db: Db): void {
  const state = fromDatabase(() => queueState(db))
  const gauge = (name: string, help: string, of: (state: QueueState) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      aggregator: 'first',
      async collect() {
        const current = await state()
        if (current) this.set(of(current))
        // a reset would report 0
        else this.remove()
      },
    })
  gauge('svcpay_callbacks_waiting', 'Callbacks in the queue', current => current.waiting)
  gauge(
    'svcpay_callbacks_overdue_seconds',
    'How long the callback that is due longest has been due, paused endpoints aside',
    current => current.overdueSeconds,
  )
  gauge('svcpay_callbacks_dead', 'Callbacks that had all their attempts', current => current.dead)
  gauge('svcpay_callback_endpoints_paused', 'Endpoints left alone after failures', current => current.paused)
}
