import type { Db } from '../db/db.ts'
import { sharesStatements } from '../db/per-merchant.ts'
import { isTraceId } from '../http/correlation.ts'
import { searchShards } from './search-shards.sql.ts'
import { searchTraced } from './search-traced.sql.ts'

export interface SearchHit {
  kind: 'payment' | 'event' | 'delivery' | 'merchant' | 'operation' | 'action'
  id: string
  merchantId: string | null
  summary: string
}

const enough = 20

export async function search(db: Db, text: string): Promise<SearchHit[]> {
  const named = sharesStatements(db) ? await searchNamed(db, text) : await searchShards(db, text)
  // what has a name of its own is no traceId, except an action, whose operation has the same
  const mayBeTrace = isTraceId(text) && named.every(({ kind }) => kind === 'action')
  return mayBeTrace ? [...(await searchTraced(db, text)), ...named] : named
}

/**
 * Everything that the text names exactly, and merchants whose name contains it. Keys lead with the merchant, so each
 * table is probed once per merchant: no index is kept for this alone.
 */
async function searchNamed(db: Db, text: string): Promise<SearchHit[]> {
  const contained = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return await db<SearchHit[]>`
    with everyone as materialized (select merchant_id from merchants union all select '-'),
    named as materialized (select distinct processor from processor_accounts)
    (select 'merchant' as kind, m.merchant_id as id, m.merchant_id, m.name as summary
      from merchants m
      where m.merchant_id = ${text} or m.name ilike ${contained}
        or exists (select from processor_accounts a where a.merchant_id = m.merchant_id and a.account_id = ${text})
      order by m.merchant_id desc limit ${enough})
    union all
    (select 'payment', p.payment_id, p.merchant_id,
        p.status || ', ' || p.authorized_cents || ' cents ' || p.currency || coalesce(', order ' || p.order_ref, '')
      from everyone e cross join lateral (
        select * from payments where merchant_id = e.merchant_id and payment_id = ${text}
        union all
        (select * from payments where merchant_id = e.merchant_id and order_ref = ${text}
          order by created_at desc, payment_id desc limit ${enough})
        union all
        select found.* from named n join payments found on found.merchant_id = e.merchant_id
          and found.processor = n.processor and found.processor_payment_id = ${text}
      ) p
      limit ${enough})
    union all
    (select 'event', v.event_id, v.merchant_id, v.type || ', ' || v.outcome
      from everyone e cross join named n
        join events v on v.merchant_id = e.merchant_id and v.processor = n.processor and v.event_id = ${text}
      limit ${enough})
    union all
    (select 'delivery', d.delivery_id, d.merchant_id, d.type || ', ' || d.state || ', ' || d.attempts || ' attempts'
      from everyone e cross join lateral (
        select * from deliveries where merchant_id = e.merchant_id and delivery_id = ${text}
        union all
        select * from deliveries where merchant_id = e.merchant_id and event_id = ${text}
      ) d
      limit ${enough})
    union all
    (select 'action', a.audit_id::text, a.merchant_id, a.action || ' ' || a.target || ' by ' || a.actor
      from audit_log a where a.trace_id = ${text} order by a.audit_id desc limit ${enough})`
}
