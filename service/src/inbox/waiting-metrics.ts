import { Counter, Gauge } from 'prom-client'
import type { Db } from '../db/db.ts'
import type { Metrics } from '../http/metrics.ts'
import { restoredPayments, waitingEvents } from './waiting-counts.sql.ts'

/** Read from the database at each scrape, so that every instance reports the same. */
export function addWaitingMetrics({ registry, fromDatabase }: Metrics, db: Db): void {
  const read = fromDatabase(() => waitingEvents(db))
  new Gauge({
    name: 'svcpay_events_waiting',
    help: 'Events recorded but not taken in yet, by how long they have waited',
    labelNames: ['since'] as const,
    registers: [registry],
    aggregator: 'first',
    async collect() {
      this.reset()
      const counts = await read()
      if (!counts) return
      this.set({ since: 'up to an hour' }, counts.recent)
      this.set({ since: 'longer' }, counts.longer)
    },
  })
  const readRestored = fromDatabase(() => restoredPayments(db))
  new Counter({
    name: 'svcpay_events_orphaned_total',
    help: 'Payments with our seal that this database had forgotten, brought back from the processor by their events',
    registers: [registry],
    aggregator: 'first',
    async collect() {
      this.reset()
      this.inc((await readRestored()) ?? 0)
    },
  })
}
