import { type Db, recordset, type Tx } from '../db/db.ts'
import { inBatches } from '../db/in-batches.ts'
import { merchantOf, ofMerchant } from '../db/per-merchant.ts'
import { type Pauses, probing } from './schedule.ts'

/** The result of an attempt, as far as it concerns the endpoint's health. */
interface EndpointReport {
  merchantId: string
  /** The epoch of the worker that made the attempt. */
  epoch: number
  failed: boolean
  quick: boolean
  pauses: Pauses
  now: Date
}

/**
 * Counts an endpoint's failures. Attempts that were in flight when it was paused do not prolong the pause. If its health
 * is unchanged, nothing is written.
 */
export const reportEndpoint = inBatches(reportEndpoints, {
  touches: ({ merchantId }: EndpointReport) => [merchantId],
})

async function reportEndpoints(db: Db, reports: EndpointReport[]): Promise<null[]> {
  const { now, pauses } = reports.at(-1) as EndpointReport
  const own = ofMerchant(db, 'e.merchant_id', merchantOf(db, reports))
  const given = recordset(db, reports, db`"merchantId" text, epoch int, failed boolean, quick boolean`)
  await db`
    with locked as (
      -- a shard accepts computed values, but cannot compute them itself from a row and the time
      select e.merchant_id, r.quick,
        case when r.failed then e.failures_in_a_row + 1 else 0 end as failures_in_a_row,
        case when r.failed then coalesce(e.failing_since, ${now}) end as failing_since,
        case when not r.failed then 0 when e.paused_until <= ${now} then e.probes + 1 else e.probes end as probes,
        case
          when not r.failed or e.failures_in_a_row + 1 < ${probing.afterFailures} then null
          when e.paused_until > ${now} then e.paused_until
          else ${now}::timestamptz + interval '1 millisecond' * least(${pauses.longestMs}::float8, ${pauses.firstMs}::float8
            * power(2, least(20, case when e.paused_until <= ${now} then e.probes + 1 else 0 end)))
        end as paused_until
      from ${given} r join callback_endpoints e on e.merchant_id = r."merchantId" and e.epoch = r.epoch
      where (r.failed or e.failures_in_a_row > 0 or e.quick <> r.quick) ${own}
      order by e.merchant_id for update of e
    )
    update callback_endpoints e
    set quick = l.quick, failures_in_a_row = l.failures_in_a_row, probes = l.probes, paused_until = l.paused_until,
      failing_since = l.failing_since
    from locked l where e.merchant_id = l.merchant_id ${own}`
  return reports.map(() => null)
}

/** Somebody requested deliveries to these endpoints, so their pauses end: any of the deliveries can be the probe. */
export async function endPauses(tx: Tx, keys: { merchantId: string }[], now: Date): Promise<void> {
  if (keys.length === 0) return
  const merchantIds = [...new Set(keys.map(({ merchantId }) => merchantId))]
  await tx`
    with locked as (
      select merchant_id from callback_endpoints
      where merchant_id = any(${merchantIds}) ${ofMerchant(tx, 'merchant_id', merchantOf(tx, keys))} and paused_until > ${now}
      order by merchant_id for update
    )
    update callback_endpoints e set paused_until = ${now}
    from locked where e.merchant_id = locked.merchant_id ${ofMerchant(tx, 'e.merchant_id', merchantOf(tx, keys))}`
}
