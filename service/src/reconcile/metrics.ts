import { Gauge } from 'prom-client'
import type { Db } from '../db/db.ts'
import type { Metrics } from '../http/metrics.ts'
import { differenceKinds } from './difference.ts'
import { standing } from './runs.sql.ts'

/** Read from the database at each scrape, so that every instance reports the same. */
export function addReconcileMetrics({ registry, fromDatabase }: Metrics, db: Db): void {
  const read = fromDatabase(() => standing(db))
  new Gauge({
    name: 'svcpay_reconcile_differences',
    help: 'What differed from the processor in the last comparison of all merchants, and was not fixed',
    labelNames: ['kind'] as const,
    registers: [registry],
    aggregator: 'first',
    async collect() {
      this.reset()
      const found = await read()
      if (!found?.last) return
      for (const kind of differenceKinds) this.set({ kind }, found.unfixed[kind] ?? 0)
    },
  })
  new Gauge({
    name: 'svcpay_reconcile_last_timestamp_seconds',
    help: 'When a comparison of all merchants last ended, whatever it found',
    registers: [registry],
    aggregator: 'first',
    async collect() {
      const found = await read()
      if (found?.last) this.set(found.last.finishedAt.getTime() / 1000)
      // a reset would say 1970
      else this.remove()
    },
  })
  new Gauge({
    name: 'svcpay_reconcile_last_clean_timestamp_seconds',
    help: 'When a comparison of all merchants last found no difference',
    registers: [registry],
    aggregator: 'first',
    async collect() {
      const found = await read()
      if (found?.lastCleanAt) this.set(found.lastCleanAt.getTime() / 1000)
      else this.remove()
    },
  })
}
