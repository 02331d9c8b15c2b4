import type { Static } from '@fastify/type-provider-typebox'
import type { Queryable } from '../db/db.ts'
import { isDeclined } from '../payments/statuses.sql.ts'
import type { SearchHitSchema } from './schemas.ts'

export type SearchHit = Static<typeof SearchHitSchema>

export const enough = 20

/** What people should see first: a dispute or a declined card says more than the status. */
const shownStatus = (db: Queryable) => db`
  case when p.disputed_cents > 0 then case when exists (select from disputes d
      where d.merchant_id = p.merchant_id and d.payment_id = p.payment_id and d.state = 'open')
      then 'disputed' else 'dispute lost' end
    when ${isDeclined(db, 'p')} then 'declined' else p.status end`

export interface PaymentKey {
  merchantId: string
  paymentId: string
}

/** A statement of its own: on a cluster, what is shown of a payment cannot be asked of a subquery's rows. */
export async function paymentHits(db: Queryable, keys: readonly PaymentKey[]): Promise<SearchHit[]> {
  if (keys.length === 0) return []
  return await db<SearchHit[]>`
    select ${shownHits(db).payment} from payments p
    where (p.merchant_id, p.payment_id) in (
      select * from unnest(${keys.map(key => key.merchantId)}::text[], ${keys.map(key => key.paymentId)}::text[]))
    order by p.created_at desc limit ${enough}`
}

/** What a hit of each kind shows of its row. */
export const shownHits = (db: Queryable) => ({
  merchant: db`'merchant' as kind, m.merchant_id as id, m.merchant_id, m.name as summary`,
  payment: db`'payment' as kind, p.payment_id as id, p.merchant_id, ${shownStatus(db)} || ', ' || p.authorized_cents || ' cents '
    || p.currency || coalesce(', order ' || p.order_ref, '') as summary`,
  event: db`'event' as kind, e.event_id as id, e.merchant_id, e.type || ', ' || e.outcome as summary`,
  delivery: db`'delivery' as kind, d.delivery_id as id, d.merchant_id,
    d.type || ', ' || d.state || ', ' || d.attempts || ' attempts' as summary`,
  operation: db`'operation' as kind, o.operation_id as id, o.merchant_id,
    o.kind || ', ' || o.state || coalesce(', ' || o.payment_id, '') as summary`,
  action: db`'action' as kind, a.audit_id::text as id, a.merchant_id,
    a.action || ' ' || a.target || ' by ' || a.actor as summary`,
})
