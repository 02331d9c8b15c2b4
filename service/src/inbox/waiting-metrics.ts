import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../db/db.ts'
import { waitingEvents } from './waiting-events.sql.ts'

/** Read from the database when somebody asks, so that every instance tells the same. */
export function addWaitingMetrics(registry: Registry, db: Db): void {
  new Gauge({
    name: 'svcpay_events_waiting',
    help: 'Events recorded but not taken in yet, by how long they have waited',
    labelNames: ['since'] as const,
    registers: [registry],
    aggregator: 'first',
    async collect() {
      this.reset()
      // the other metrics are wanted most when the database is unreachable
      const counts = await waitingEvents(db).catch(() => null)
      if (!counts) return
      this.set({ since: 'up to an hour' }, counts.recent)
      this.set({ since: 'longer' }, counts.longer)
    },
  })
}
