import type { Db } from '../db/db.ts'
import type { SearchHit } from './search.sql.ts'

const enough = 20

/** What a call asked of the processor, the payment it was about, and what a webhook brought. On a cluster, of all shards. */
export async function searchTraced(db: Db, traceId: string): Promise<SearchHit[]> {
  const found = await Promise.all([
    db<SearchHit[]>`
      select distinct 'payment' as kind, p.payment_id as id, p.merchant_id,
        p.status || ', ' || p.authorized_cents || ' cents ' || p.currency || coalesce(', order ' || p.order_ref, '') as summary
      from operations o join payments p on p.merchant_id = o.merchant_id and p.payment_id = o.payment_id
      where o.trace_id = ${traceId} limit ${enough}`,
    db<SearchHit[]>`
      select 'operation' as kind, operation_id as id, merchant_id,
        kind || ', ' || state || coalesce(', ' || payment_id, '') as summary
      from operations where trace_id = ${traceId} order by operation_id desc limit ${enough}`,
    db<SearchHit[]>`
      select 'event' as kind, event_id as id, merchant_id, type || ', ' || outcome as summary
      from events where trace_id = ${traceId} limit ${enough}`,
  ])
  return found.flat()
}
