import { Gauge, Histogram } from 'prom-client'
import type { Db } from '../db/db.ts'
import type { Metrics } from '../http/metrics.ts'

/** How this instance uses the database. */
export function addDatabaseMetrics({ registry }: Metrics, db: Db): void {
  const registers = [registry]
  new Gauge({
    name: 'svcpay_database_connections',
    help: 'Open connections of this instance to the database',
    registers,
    collect() {
      this.set(db.countConnections?.() ?? 0)
    },
  })
  new Gauge({
    name: 'svcpay_database_pool',
    help: 'Statements and transactions that have a connection, and those waiting for one',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { underway } = db.usage
      const inUse = Math.min(underway, db.options.max)
      this.set({ state: 'in_use' }, inUse)
      this.set({ state: 'waiting' }, underway - inUse + db.slots.waiting)
    },
  })
  const seconds = new Histogram({
    name: 'svcpay_database_statement_seconds',
    help: 'Duration of statements by the function that made them, including the wait for a connection',
    labelNames: ['statement'] as const,
    buckets: [0.001, 0.01, 0.1, 1],
    registers,
  })
  db.usage.onEnd = (statement, took) => seconds.observe({ statement }, took)
}
