import { Gauge } from 'prom-client'
import type { Db } from '../db/db.ts'
import type { Metrics } from '../http/metrics.ts'
import { waitingEvents } from './waiting-events.sql.ts'

/** Read from the database when somebody asks, so that every instance tells the same. */
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
}
