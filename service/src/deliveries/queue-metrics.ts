import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../db/db.ts'
import { type QueueState, queueState } from './queue-state.sql.ts'

/** Read from the database when somebody asks, so that every instance tells the same; once for all of them. */
export function addQueueMetrics(registry: Registry, db: Db): void {
  let reading: Promise<QueueState | null> | null = null
  const state = () => {
    reading ??= queueState(db)
      .catch(() => null) // the other metrics are wanted most when the database is away
      .finally(() => {
        reading = null
      })
    return reading
  }
  const gauge = (name: string, help: string, of: (state: QueueState) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      aggregator: 'first',
      async collect() {
        const current = await state()
        if (current) this.set(of(current))
        else this.reset()
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
