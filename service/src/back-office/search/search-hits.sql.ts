import type { Static } from '@fastify/type-provider-typebox'
import type { Queryable } from '../../db/db.ts'
import { isDeclined } from '../../payments/newest.sql.ts'
import type { SearchHitSchema } from '../schemas.ts'

export type SearchHit = Static<typeof SearchHitSchema>

export const enough = 20

export interface Asked {
  text: string
  merchantId: string | null
}

/** The most important fact: a dispute or a declined card says more than the status. */
const shownStatus = (db: Queryable) => db`
  case when p.disputed_cents > 0 then case when exists (select from disputes d
      where d.merchant_id = p.merchant_id and d.payment_id = p.payment_id and d.state = 'open')
      then 'disputed' else 'dispute_lost' end
    when ${isDeclined(db, 'p')} then 'declined' else p.status end`

export interface PaymentKey {
  merchantId: string
  paymentId: string
}

/** A separate statement, because a cluster cannot read these columns for the rows of a subquery. */
export async function paymentHits(db: Queryable, keys: readonly PaymentKey[]): Promise<SearchHit[]> {
  if (keys.length === 0) return []
  return await db<SearchHit[]>`
    select ${shownHits(db).payment} from payments p
    where (p.merchant_id, p.payment_id) in (
      select * from unnest(${keys.map(key => key.merchantId)}::text[], ${keys.map(key => key.paymentId)}::text[]))
    order by p.created_at desc limit ${enough}`
}

/** The columns of a hit of each kind. */
export const shownHits = (db: Queryable) => {
  const ofNoPayment = db`null::int as amount_cents, null as currency, null as order_ref,
    null::int as charged_for_order`
  return {
    merchant: db`'merchant' as kind, m.merchant_id as id, m.merchant_id, m.name as summary, m.created_at as at,
      null as status, null as svc_payment_id, ${ofNoPayment}`,
    payment: db`'payment' as kind, p.payment_id as id, p.merchant_id, ${shownStatus(db)} || ', ' || p.authorized_cents || ' cents '
      || p.currency || coalesce(', order ' || p.order_ref, '') as summary, p.created_at as at, ${shownStatus(db)} as status,
      p.payment_id as svc_payment_id, coalesce(nullif(p.captured_cents, 0), p.authorized_cents) as amount_cents, p.currency,
      p.order_ref, (p.captured_cents > p.refunded_cents)::int as charged_for_order`,
    event: db`'event' as kind, e.event_id as id, e.merchant_id, e.type || ', ' || e.outcome as summary,
      e.received_at as at, e.outcome as status, e.payment_id as svc_payment_id, ${ofNoPayment}`,
    delivery: db`'delivery' as kind, d.delivery_id as id, d.merchant_id,
      d.type || ', ' || d.state || ', ' || d.attempts || ' attempts' as summary, d.created_at as at, d.state as status,
      d.payment_id as svc_payment_id, ${ofNoPayment}`,
    operation: db`'operation' as kind, o.operation_id as id, o.merchant_id,
      o.kind || ', ' || o.state || coalesce(', ' || o.payment_id, '') as summary, o.created_at as at, o.state as status,
      o.payment_id as svc_payment_id, ${ofNoPayment}`,
    action: db`'action' as kind, a.audit_id::text as id, a.merchant_id,
      a.action || ' ' || a.target || ' by ' || a.actor as summary, a.at, null as status,
      null as svc_payment_id, ${ofNoPayment}`,
    key: db`'key' as kind, k.key_id as id, k.merchant_id,
      coalesce(k.label, 'Unnamed') || ' ····' || k.hint || ' of ' || m.name as summary, k.created_at as at,
      case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'ended'
        when k.expires_at is not null then 'ending' else 'active' end as status,
      null as svc_payment_id, ${ofNoPayment}`,
    operator: db`'operator' as kind, o.operator_id as id, null as merchant_id,
      o.name || ' ····' || o.hint || ', ' || o.role as summary, o.created_at as at,
      case when o.removed_at is null then 'active' else 'removed' end as status,
      null as svc_payment_id, ${ofNoPayment}`,
  }
}
