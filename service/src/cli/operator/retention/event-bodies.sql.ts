import type { Queryable, Tx } from '../../../db/db.ts'
import type { LookedAt, LookOptions, Movable } from './movable.ts'

/** What came of the event is known, and its delivery d has long ended. */
const isSettled = (db: Queryable, cutoff: Date) => db`
  e.outcome not in ('waiting', 'unread')
    and (d.delivery_id is null or d.state <> 'pending' and d.updated_at < ${cutoff})`

const listed = (db: Queryable, rows: LookedAt[]) => db`
  unnest(${rows.map(row => row.key[0] ?? '')}::text[], ${idsOf(rows)}::text[],
    ${rows.map(row => row.version)}::text[]) as l (processor, event_id, version)`

const idsOf = (rows: LookedAt[]) => rows.map(row => row.key[1] ?? '')

/** Said once more, so that every plan finds the rows by their key. */
const isListed = (db: Queryable, rows: LookedAt[]) => db`
  e.processor = any(${[...new Set(rows.map(row => row.key[0] ?? ''))]}) and e.event_id = any(${idsOf(rows)})`

/** The row stays: a duplicate is recognised by it, and timelines show it. */
export const eventBodies: Movable = {
  kind: 'events',
  look: lookAtEvents,
  moveOut: emptyEvents,
  putBack: refillEvents,
}

async function lookAtEvents(
  db: Queryable,
  merchantId: string,
  { cutoff, after, limit, withContent }: LookOptions,
): Promise<LookedAt[]> {
  const from = after && db`and (received_at, event_id) > (${after[0] ?? ''}::timestamptz, ${after[1] ?? ''})`
  const line = db`jsonb_build_object('kind', 'events', 'row', jsonb_build_object('merchant_id', e.merchant_id,
    'processor', e.processor, 'event_id', e.event_id, 'type', e.type, 'payment_id', e.payment_id,
    'received_at', e.received_at, 'sealed_body', e.sealed_body))::text`
  return await db<LookedAt[]>`
    select e.position, e.key, e.version,
      case when e.moves then octet_length(e.sealed_body) end as bytes,
      case when e.moves and ${withContent} then ${line} end as line
    from (
      select e.*, array[e.received_at::text, e.event_id] as position, array[e.processor, e.event_id] as key,
        e.archived_at is null and e.sealed_body <> '' and ${isSettled(db, cutoff)} as moves
      from (
        select *, xmin::text as version from events
        where merchant_id = ${merchantId} and received_at < ${cutoff} ${from ?? db``}
        order by received_at, event_id limit ${limit}
      ) e
        left join lateral (select * from deliveries d where d.merchant_id = ${merchantId}
          and d.processor = e.processor and d.event_id = e.event_id limit 1) d on true
    ) e
    order by e.received_at, e.event_id`
}

/**
 * Whoever sends one again locks its delivery, or inserts one, before they look at the body. So these are locked first
 * (the newest first, as everybody does), and then the events: nobody can start to send what is being moved.
 */
async function emptyEvents(tx: Tx, merchantId: string, cutoff: Date, rows: LookedAt[]): Promise<number> {
  await tx`
    select from deliveries d join ${listed(tx, rows)} on l.processor = d.processor and l.event_id = d.event_id
    where d.merchant_id = ${merchantId} and d.event_id = any(${idsOf(rows)})
    order by d.delivery_id desc for update of d`
  await tx`
    select from events e join ${listed(tx, rows)} on l.processor = e.processor and l.event_id = e.event_id
    where e.merchant_id = ${merchantId} and ${isListed(tx, rows)}
    order by e.event_id for update of e`
  const moved = await tx`
    with moved as (
      update events e set sealed_body = '', archived_at = now()
      from ${listed(tx, rows)}
        left join lateral (select * from deliveries d where d.merchant_id = ${merchantId}
          and d.processor = l.processor and d.event_id = l.event_id limit 1) d on true
      where e.merchant_id = ${merchantId} and e.processor = l.processor and e.event_id = l.event_id
        and ${isListed(tx, rows)} and e.xmin::text = l.version and ${isSettled(tx, cutoff)}
      returning e.processor, e.event_id
    ), marked as (
      update deliveries d set archived_at = now() from moved m
      where d.merchant_id = ${merchantId} and d.processor = m.processor and d.event_id = m.event_id
        and d.event_id = any(${idsOf(rows)})
    )
    select from moved`
  return moved.length
}

async function refillEvents(tx: Tx, merchantId: string, lines: string): Promise<number> {
  const restored = await tx`
    with restored as (
      update events e set sealed_body = g.sealed_body, archived_at = null
      from jsonb_to_recordset(${lines}::text::jsonb) as l ("row" jsonb)
        cross join lateral jsonb_to_record(l."row") as g (processor text, event_id text, sealed_body bytea)
      where e.merchant_id = ${merchantId} and e.processor = g.processor and e.event_id = g.event_id
        and e.sealed_body = ''
      returning e.processor, e.event_id
    ), marked as (
      update deliveries d set archived_at = null from restored r
      where d.merchant_id = ${merchantId} and d.processor = r.processor and d.event_id = r.event_id
    )
    select from restored`
  return restored.length
}
