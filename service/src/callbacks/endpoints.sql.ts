import type { Db, Queryable, Tx } from '../db/db.ts'
import { probing } from './schedule.ts'

/** Failures of an endpoint add up across workers. What was in flight when it was paused does not prolong the pause. */
export async function addFailures(
  db: Db,
  failures: { merchantId: string; count: number }[],
  now: Date,
): Promise<void> {
  const merchantIds = failures.map(({ merchantId }) => merchantId)
  const { afterFailures, firstPauseMs, longestPauseMs } = probing
  await db`
    with ${lockInOrder(db, merchantIds, db`true`)}
    update callback_endpoints e
    set failures_in_a_row = e.failures_in_a_row + f.count,
      probes = case when e.paused_until <= ${now} then e.probes + 1 else e.probes end,
      paused_until = case
        when e.failures_in_a_row + f.count < ${afterFailures} then null
        when e.paused_until > ${now} then e.paused_until
        else ${now}::timestamptz + interval '1 millisecond' * least(${longestPauseMs}::float8, ${firstPauseMs}::float8
          * power(2, least(20, case when e.paused_until <= ${now} then e.probes + 1 else 0 end)))
      end
    from locked join jsonb_to_recordset(${db.json(failures)}) as f ("merchantId" text, count int)
      on f."merchantId" = locked.merchant_id
    where e.merchant_id = locked.merchant_id`
}

export async function forgetFailures(db: Db, merchantIds: string[]): Promise<void> {
  await db`
    with ${lockInOrder(db, merchantIds, db`failures_in_a_row > 0`)}
    update callback_endpoints e set failures_in_a_row = 0, probes = 0, paused_until = null
    from locked where e.merchant_id = locked.merchant_id`
}

/** Whoever asks for a delivery again expects an attempt now, so a paused endpoint is probed without waiting. */
export async function endPauses(tx: Tx, merchantIds: string[], now: Date): Promise<void> {
  await tx`
    with ${lockInOrder(tx, merchantIds, tx`paused_until > ${now}`)}
    update callback_endpoints e set paused_until = ${now}
    from locked where e.merchant_id = locked.merchant_id`
}

/** Whoever changes several endpoints locks them in one order, so that nobody waits in a circle. */
function lockInOrder(db: Queryable, merchantIds: string[], condition: ReturnType<Db>) {
  return db`locked as (
      select merchant_id from callback_endpoints where merchant_id = any(${merchantIds}) and ${condition}
      order by merchant_id for update)`
}
