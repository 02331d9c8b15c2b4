import { Counter } from 'prom-client'
import type { Db } from '../db/db.ts'
import type { Metrics } from '../http/metrics.ts'

export function addWaitingMetrics({ registry, fromDatabase }: Metrics, db: Db): void {
  const waiting = fromDatabase(
    () => db<[{ recent: number; longer: number }]>`
    select count(*) filter (where received_at > now() - interval '1 hour')::int as recent,
      count(*) filter (where received_at <= now() - interval '1 hour')::int as longer
    from events where outcome = 'waiting'`,
  )
  waiting.gaugeBy(
    ['since'],
    'svcpay_events_waiting',
    'Events recorded but not applied yet, by how long they have waited',
    ([{ recent, longer }]) => [
      [{ since: 'up to an hour' }, recent],
      [{ since: 'longer' }, longer],
    ],
  )
  // uses the index of restored payments, which are few
  const restored = fromDatabase(
    () => db<[{ count: number }]>`
    select count(*)::int as count from payments where restored_at is not null`,
  )
  new Counter({
    name: 'svcpay_events_orphaned_total',
    help: 'Payments with our seal that this database lacked, restored from the processor when an event named them',
    registers: [registry],
    async collect() {
      const [found] = (await restored.read()) ?? []
      this.reset()
      this.inc(found?.count ?? 0)
    },
  })
}
