import type { Db } from '../db/db.ts'
import type { Metrics } from '../http/metrics.ts'
import { differenceKinds } from './difference.ts'
import { stateOfBooks } from './differences.sql.ts'

export function addReconcileMetrics({ fromDatabase }: Metrics, db: Db, processors: Iterable<string>): void {
  const names = [...processors]
  const { gauge, gaugeBy } = fromDatabase(() => stateOfBooks(db, names))
  const seconds = (time: Date | null) => (time ? time.getTime() / 1000 : null)
  gaugeBy(
    ['kind'],
    'svcpay_reconcile_differences',
    'Unexplained differences from the processor, whenever they were found',
    ({ unexplained }) => differenceKinds.map(kind => [{ kind }, unexplained[kind] ?? 0]),
  )
  gauge(
    'svcpay_reconcile_last_timestamp_seconds',
    'When a comparison of all merchants last ended, whatever it found',
    ({ lastAt }) => seconds(lastAt),
  )
  gauge(
    'svcpay_reconcile_last_clean_timestamp_seconds',
    'Time up to which every account was compared without a gap and every difference is explained; before the first comparison, the time when the database was set up',
    ({ equal, setUpAt }) => seconds(equal.until ?? setUpAt),
  )
}
