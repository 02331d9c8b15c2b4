import type { Fragment, Queryable, Tx } from '../../../db/db.ts'
import { keepIndexOrder, type LookedAt, type OldDetails } from './old-details.sql.ts'

/** True if the event's outcome is known, and its delivery `d` ended long ago. */
const isSettled = (db: Queryable, cutoff: Date) => db`
  (e.sealed_body <> '' and e.outcome not in ('waiting', 'unread')
    and (d.delivery_id is null or d.state <> 'pending' and d.updated_at < ${cutoff}))`

/** Finds the delivery by its key: the plan of a plain join depends on statistics, which may be missing. */
const deliveryOf = (db: Queryable, merchantId: string, event: 'l' | 'e') => db`
  lateral (select d.ctid as place, d.* from deliveries d where d.merchant_id = ${merchantId}
    and d.processor = ${db(event)}.processor and d.event_id = ${db(event)}.event_id limit 1) d`

const eventOf = (db: Queryable, merchantId: string) => db`
  lateral (select e.ctid as place, e.outcome, e.sealed_body from events e where e.merchant_id = ${merchantId}
    and e.processor = l.processor and e.event_id = l.event_id limit 1) e`

const look: OldDetails['look'] = async (tx, merchantId, { cutoff, after, limit }) => {
  await keepIndexOrder(tx)
  const from =
    after && tx`and (received_at, event_id) > (${after[0] ?? ''}::text::timestamptz, ${after[1] ?? ''})`
  return await tx<LookedAt[]>`
    select array[e.received_at::text, e.event_id, e.processor] as position,
      case when ${isSettled(tx, cutoff)} then octet_length(e.sealed_body) end as bytes
    from (
      select * from events
      where merchant_id = ${merchantId} and received_at < ${cutoff} ${from ?? tx``}
      order by received_at, event_id limit ${limit}
    ) e
      left join ${deliveryOf(tx, merchantId, 'e')} on true
    order by e.received_at, e.event_id`
}

/** `archived_at` is when the body was removed; its name is from a release that wrote an archive. */
const remove: OldDetails['remove'] = async (tx, merchantId, cutoff, rows) => {
  const listed = tx`
    unnest(${rows.map(row => row.position[1] ?? '')}::text[], ${rows.map(row => row.position[2] ?? '')}::text[])
      as l (event_id, processor)`
  await lockEvents(tx, merchantId, listed)
  const { count } = await tx`
    with settled as materialized (
      select e.place as event_place, d.place as delivery_place
      from ${listed} cross join ${eventOf(tx, merchantId)} left join ${deliveryOf(tx, merchantId, 'l')} on true
      where ${isSettled(tx, cutoff)}
    ), marked as (
      update deliveries d set archived_at = now()
      where d.merchant_id = ${merchantId} and d.ctid = any(array(select delivery_place from settled))
    )
    update events e set sealed_body = '', archived_at = now()
    where e.merchant_id = ${merchantId} and e.ctid = any(array(select event_place from settled))`
  return count
}

/**
 * A redelivery locks or inserts the delivery before it reads the body. So deliveries are locked first (newest first, as
 * everywhere), then events: a body cannot be sent while it is being removed.
 */
async function lockEvents(tx: Tx, merchantId: string, listed: Fragment): Promise<void> {
  await tx`
    select from (
      select d.delivery_id from ${listed} cross join ${deliveryOf(tx, merchantId, 'l')} order by d.delivery_id desc
    ) l cross join lateral (select from deliveries d
      where d.merchant_id = ${merchantId} and d.delivery_id = l.delivery_id for update) d`
  await tx`
    select from (select l.processor, l.event_id from ${listed} order by l.event_id) l
      cross join lateral (select from events e
        where e.merchant_id = ${merchantId} and e.processor = l.processor and e.event_id = l.event_id for update) e`
}

/** The row stays, for timelines and to recognise duplicates. */
export const eventBodies: OldDetails = { kind: 'events', look, remove }
