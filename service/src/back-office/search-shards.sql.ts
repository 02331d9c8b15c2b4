import type { Db } from '../db/db.ts'
import type { SearchHit } from './search.sql.ts'

const enough = 20

/** The same on a cluster: each table by itself, on all shards at once. */
export async function searchShards(db: Db, text: string): Promise<SearchHit[]> {
  const contained = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  const found = await Promise.all([
    db<SearchHit[]>`
      select 'merchant' as kind, m.merchant_id as id, m.merchant_id, m.name as summary from merchants m
      where m.merchant_id = ${text} or m.name ilike ${contained}
        or m.merchant_id in (select merchant_id from processor_accounts where account_id = ${text})
      order by m.merchant_id desc limit ${enough}`,
    db<SearchHit[]>`
      select 'payment' as kind, payment_id as id, merchant_id,
        status || ', ' || authorized_cents || ' cents ' || currency || coalesce(', order ' || order_ref, '') as summary
      from payments where payment_id = ${text} or order_ref = ${text} or processor_payment_id = ${text}
      order by created_at desc limit ${enough}`,
    db<SearchHit[]>`
      select 'event' as kind, event_id as id, merchant_id, type || ', ' || outcome as summary
      from events where event_id = ${text} limit ${enough}`,
    db<SearchHit[]>`
      select 'delivery' as kind, delivery_id as id, merchant_id,
        type || ', ' || state || ', ' || attempts || ' attempts' as summary
      from deliveries where delivery_id = ${text} or event_id = ${text} limit ${enough}`,
    db<SearchHit[]>`
      select 'action' as kind, audit_id::text as id, merchant_id, action || ' ' || target || ' by ' || actor as summary
      from audit_log where trace_id = ${text} order by audit_log.audit_id desc limit ${enough}`,
  ])
  return found.flat()
}
