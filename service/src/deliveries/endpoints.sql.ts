import type { Db, Tx } from '../db/db.ts'
import { inStatements, ofMerchant } from '../db/per-merchant.ts'
import type { DeliveryKey } from './deliveries.sql.ts'
import { type Pauses, probing } from './schedule.ts'

/** What a batch of attempts showed of an endpoint. */
export interface EndpointReport {
  merchantId: string
  /** None when it took one of them. */
  failures: number
  quick: boolean
}

/**
 * Failures of an endpoint add up across workers. What was in flight when it was paused does not prolong the pause.
 * An endpoint that goes on as before is not written.
 */
export async function reportEndpoints(
  db: Db,
  reports: EndpointReport[],
  pauses: Pauses,
  now: Date,
): Promise<void> {
  await inStatements(db, reports, (own, merchantId) => reportInOne(db, own, merchantId, pauses, now))
}

async function reportInOne(
  db: Db,
  reports: EndpointReport[],
  merchantId: string | null,
  pauses: Pauses,
  now: Date,
): Promise<void> {
  await db`
    with report as (
      select * from jsonb_to_recordset(${db.json(reports.map(report => ({ ...report })))})
        as r ("merchantId" text, failures int, quick boolean)
    ), locked as (
      -- a shard takes new values, but works none out that depend on a row and the time
      select e.merchant_id, r.quick,
        case when r.failures = 0 then 0 else e.failures_in_a_row + r.failures end as failures_in_a_row,
        case when r.failures = 0 then '{}'::text[] else e.asked_for end as asked_for,
        case when r.failures = 0 then 0 when e.paused_until <= ${now} then e.probes + 1 else e.probes end as probes,
        case
          when r.failures = 0 or e.failures_in_a_row + r.failures < ${probing.afterFailures} then null
          when e.paused_until > ${now} then e.paused_until
          else ${now}::timestamptz + interval '1 millisecond' * least(${pauses.longestMs}::float8, ${pauses.firstMs}::float8
            * power(2, least(20, case when e.paused_until <= ${now} then e.probes + 1 else 0 end)))
        end as paused_until
      from report r join callback_endpoints e on e.merchant_id = r."merchantId"
      where (r.failures > 0 or e.failures_in_a_row > 0 or e.quick <> r.quick)
        ${ofMerchant(db, 'e.merchant_id', merchantId)}
      order by e.merchant_id for update of e
    )
    update callback_endpoints e
    set quick = l.quick, failures_in_a_row = l.failures_in_a_row, probes = l.probes, paused_until = l.paused_until,
      asked_for = l.asked_for
    from locked l where e.merchant_id = l.merchant_id ${ofMerchant(db, 'e.merchant_id', merchantId)}`
}

/**
 * A delivery that is asked for is attempted now. So if its endpoint is probed, it is the next probe; the others
 * still wait for the pause to end.
 */
export async function askFor(tx: Tx, { merchantId, deliveryId }: DeliveryKey): Promise<void> {
  await tx`
    update callback_endpoints set asked_for = array_append(array_remove(asked_for, ${deliveryId}::text), ${deliveryId}::text)
    where merchant_id = ${merchantId} and failures_in_a_row >= ${probing.afterFailures}`
}

/** The same for many: any of them may be the probe. */
export async function endPauses(tx: Tx, merchantIds: string[], now: Date): Promise<void> {
  if (merchantIds.length === 0) return
  await tx`
    with locked as (
      select merchant_id from callback_endpoints
      where merchant_id = any(${merchantIds}) and paused_until > ${now}
      order by merchant_id for update
    )
    update callback_endpoints e set paused_until = ${now}
    from locked where e.merchant_id = locked.merchant_id and e.merchant_id = any(${merchantIds})`
}
