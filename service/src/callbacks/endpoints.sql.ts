import type { Db, Tx } from '../db/db.ts'
import type { MerchantId } from '../ids.ts'
import { probing } from './schedule.ts'

/** Failures of an endpoint add up across workers. What was in flight when it was paused does not prolong the pause. */
export async function addFailures(
  db: Db,
  failures: { merchantId: string; count: number }[],
  now: Date,
): Promise<void> {
  const { afterFailures, firstPauseMs, longestPauseMs } = probing
  await db`
    update callback_endpoints e
    set failures_in_a_row = e.failures_in_a_row + f.count,
      probes = case when e.paused_until <= ${now} then e.probes + 1 else e.probes end,
      paused_until = case
        when e.failures_in_a_row + f.count < ${afterFailures} then null
        when e.paused_until > ${now} then e.paused_until
        else ${now}::timestamptz + interval '1 millisecond' * least(${longestPauseMs}::float8, ${firstPauseMs}::float8
          * power(2, least(20, case when e.paused_until <= ${now} then e.probes + 1 else 0 end)))
      end
    from jsonb_to_recordset(${db.json(failures)}) as f ("merchantId" text, count int)
    where e.merchant_id = f."merchantId"`
}

export async function forgetFailures(db: Db, merchantIds: string[]): Promise<void> {
  await db`
    update callback_endpoints set failures_in_a_row = 0, probes = 0, paused_until = null
    where merchant_id = any(${merchantIds}) and failures_in_a_row > 0`
}

/** Whoever asks for a delivery again expects an attempt now, so a paused endpoint is probed without waiting. */
export async function endPause(tx: Tx, merchantId: MerchantId | null, now: Date): Promise<void> {
  await tx`
    update callback_endpoints set paused_until = ${now}
    where paused_until > ${now} ${merchantId === null ? tx`` : tx`and merchant_id = ${merchantId}`}`
}
