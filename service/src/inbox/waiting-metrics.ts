import { Counter } from 'prom-client'
import type { Db } from '../db/db.ts'
import type { Metrics } from '../http/metrics.ts'
import { restoredPayments, waitingEvents } from './waiting-counts.sql.ts'

export function addWaitingMetrics({ registry, fromDatabase }: Metrics, db: Db): void {
  const waiting = fromDatabase(() => waitingEvents(db))
  waiting.gaugeBy(
    ['since'],
    'svcpay_events_waiting',
    'Events recorded but not taken in yet, by how long they have waited',
    ({ recent, longer }) => [
      [{ since: 'up to an hour' }, recent],
      [{ since: 'longer' }, longer],
    ],
  )
  const restored = fromDatabase(() => restoredPayments(db))
  new Counter({
    name: 'svcpay_events_orphaned_total',
    help: 'Payments with our seal that this database had forgotten, brought back from the processor by their events',
    registers: [registry],
    aggregator: 'first',
    async collect() {
      this.reset()
      this.inc((await restored.read()) ?? 0)
    },
  })
}
