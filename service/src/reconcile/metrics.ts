import type { Db } from '../db/db.ts'
import type { Metrics } from '../http/metrics.ts'
import { differenceKinds } from './difference.ts'
import { standing } from './runs.sql.ts'

export function addReconcileMetrics({ fromDatabase }: Metrics, db: Db): void {
  const { gauge, gaugeBy } = fromDatabase(() => standing(db))
  const seconds = (time: Date | undefined | null) => (time ? time.getTime() / 1000 : null)
  gaugeBy(
    ['kind'],
    'svcpay_reconcile_differences',
    'What differed from the processor in the last comparison of all merchants, and was not fixed',
    ({ unfixed }) => differenceKinds.map(kind => [{ kind }, unfixed[kind] ?? 0]),
  )
  gauge(
    'svcpay_reconcile_last_timestamp_seconds',
    'When a comparison of all merchants last ended, whatever it found',
    ({ last }) => seconds(last?.finishedAt),
  )
  gauge(
    'svcpay_reconcile_last_clean_timestamp_seconds',
    'When a comparison of all merchants last found no difference; until one does, when the database was set up',
    ({ lastCleanAt, setUpAt }) => seconds(lastCleanAt ?? setUpAt),
  )
}
