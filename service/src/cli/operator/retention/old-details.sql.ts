import type { Db, Fragment, Queryable, Tx } from '../../../db/db.ts'
import { firstDeliveryIdAt, firstOperationIdAt } from '../../../ids.ts'

/** Data that keeps growing and is rarely read after a year. */
export interface OldDetails {
  kind: 'events' | 'attempts' | 'operations'
  /** The next rows of a merchant in a fixed order, including rows to keep, so that each call costs the same. */
  look(
    tx: Tx,
    merchantId: string,
    options: { cutoff: Date; after: string[] | null; limit: number },
  ): Promise<CheckedRow[]>
  /** Returns how many rows lost their details. A row keeps them if it came into use after `look` read it. */
  remove(tx: Tx, merchantId: string, cutoff: Date, rows: CheckedRow[]): Promise<number>
}

export interface CheckedRow {
  /** The row's position in the order, and any other columns needed to find it again. */
  position: string[]
  /** How much would be removed; null if the row stays as it is. */
  bytes: number | null
}

/**
 * `look` reads the next rows in index order. Without statistics, PostgreSQL expects few rows, and would fetch and sort
 * all rows of the merchant instead.
 */
async function keepIndexOrder(tx: Tx): Promise<void> {
  await tx`set local enable_sort = off`
}

/** The event's outcome is known, and its delivery `d` ended long ago. */
const isBodyRemovable = (db: Queryable, cutoff: Date) => db`
  (e.sealed_body <> '' and e.outcome not in ('waiting', 'unread')
    and (d.delivery_id is null or d.state <> 'pending' and d.updated_at < ${cutoff}))`

/** Finds the delivery by its key: the plan of a plain join depends on statistics, which may be missing. */
const deliveryOf = (db: Queryable, merchantId: string, event: 'l' | 'e') => db`
  lateral (select d.ctid as place, d.* from deliveries d where d.merchant_id = ${merchantId}
    and d.processor = ${db(event)}.processor and d.event_id = ${db(event)}.event_id limit 1) d`

const eventOf = (db: Queryable, merchantId: string) => db`
  lateral (select e.ctid as place, e.outcome, e.sealed_body from events e where e.merchant_id = ${merchantId}
    and e.processor = l.processor and e.event_id = l.event_id limit 1) e`

const lookBodies: OldDetails['look'] = async (tx, merchantId, { cutoff, after, limit }) => {
  await keepIndexOrder(tx)
  const from =
    after && tx`and (received_at, event_id) > (${after[0] ?? ''}::text::timestamptz, ${after[1] ?? ''})`
  return await tx<CheckedRow[]>`
    select array[e.received_at::text, e.event_id, e.processor] as position,
      case when ${isBodyRemovable(tx, cutoff)} then octet_length(e.sealed_body) end as bytes
    from (
      select * from events
      where merchant_id = ${merchantId} and received_at < ${cutoff} ${from ?? tx``}
      order by received_at, event_id limit ${limit}
    ) e
      left join ${deliveryOf(tx, merchantId, 'e')} on true
    order by e.received_at, e.event_id`
}

/** `archived_at` is when the body was removed; its name is from a release that wrote an archive. */
const removeBodies: OldDetails['remove'] = async (tx, merchantId, cutoff, rows) => {
  const listed = tx`
    unnest(${rows.map(row => row.position[1] ?? '')}::text[], ${rows.map(row => row.position[2] ?? '')}::text[])
      as l (event_id, processor)`
  await lockEvents(tx, merchantId, listed)
  const { count } = await tx`
    with settled as materialized (
      select e.place as event_place, d.place as delivery_place
      from ${listed} cross join ${eventOf(tx, merchantId)} left join ${deliveryOf(tx, merchantId, 'l')} on true
      where ${isBodyRemovable(tx, cutoff)}
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

/** The row stays, for timelines and to recognize duplicates. */
export const eventBodies: OldDetails = { kind: 'events', look: lookBodies, remove: removeBodies }

const isAttemptRemovable = (db: Queryable, cutoff: Date) =>
  db`(d.state <> 'pending' and d.updated_at < ${cutoff})`

const deliveryOfAttempt = (db: Queryable, merchantId: string, attempt: 'a' | 'l') => db`
  lateral (select * from deliveries d where d.merchant_id = ${merchantId}
    and d.delivery_id = ${db(attempt)}.delivery_id limit 1) d`

const lookAttempts: OldDetails['look'] = async (tx, merchantId, { cutoff, after, limit }) => {
  await keepIndexOrder(tx)
  const from = after && tx`and (delivery_id, sequence) > (${after[0] ?? ''}, ${after[1] ?? ''}::int)`
  return await tx<CheckedRow[]>`
    select array[a.delivery_id, a.sequence::text] as position,
      case when ${isAttemptRemovable(tx, cutoff)} then a.bytes end as bytes
    from (
      select delivery_id, sequence, pg_column_size(t) as bytes from delivery_attempts t
      where merchant_id = ${merchantId} and delivery_id < ${firstDeliveryIdAt(cutoff)} ${from ?? tx``}
      order by delivery_id, sequence limit ${limit}
    ) a
      left join ${deliveryOfAttempt(tx, merchantId, 'a')} on true
    order by a.delivery_id, a.sequence`
}

const removeAttempts: OldDetails['remove'] = async (tx, merchantId, cutoff, rows) => {
  const { count } = await tx`
    delete from delivery_attempts a
    where a.merchant_id = ${merchantId} and a.ctid = any(array(
      select a.place
      from unnest(${rows.map(row => row.position[0] ?? '')}::text[], ${rows.map(row => Number(row.position[1]))}::int[])
          as l (delivery_id, sequence)
        cross join lateral (select a.ctid as place from delivery_attempts a
          where a.merchant_id = ${merchantId} and a.delivery_id = l.delivery_id and a.sequence = l.sequence limit 1) a
        cross join ${deliveryOfAttempt(tx, merchantId, 'l')}
      where ${isAttemptRemovable(tx, cutoff)}))`
  return count
}

/** The delivery keeps the number of attempts and the result of the last one. */
export const attempts: OldDetails = { kind: 'attempts', look: lookAttempts, remove: removeAttempts }

/** An answer with a key is replayed forever. An answer without a key stays until its caller has received it. */
const isAnswerRemovable = (db: Queryable) => db`
  (o.state = 'done' and o.idempotency_key is null and not o.answer_owed and o.response <> '')`

const isOperationRemovable = (db: Queryable, cutoff: Date) => db`
  (o.state <> 'started' and o.settled_at < ${cutoff} and (o.intent <> '{}' or ${isAnswerRemovable(db)}))`

const lookOperations: OldDetails['look'] = async (tx, merchantId, { cutoff, after, limit }) => {
  await keepIndexOrder(tx)
  const from = after && tx`and operation_id > ${after[0] ?? ''}`
  return await tx<CheckedRow[]>`
    select array[o.operation_id] as position,
      case when ${isOperationRemovable(tx, cutoff)} then octet_length(o.intent::text)
        + case when ${isAnswerRemovable(tx)} then octet_length(o.response) else 0 end end as bytes
    from (
      select * from operations
      where merchant_id = ${merchantId} and operation_id < ${firstOperationIdAt(cutoff)} ${from ?? tx``}
      order by operation_id limit ${limit}
    ) o
    order by o.operation_id`
}

/** Finds each row by its key, without relying on statistics, and locks it. */
const removeOperations: OldDetails['remove'] = async (tx, merchantId, cutoff, rows) => {
  const { count } = await tx`
    update operations o set intent = '{}', response = case when ${isAnswerRemovable(tx)} then '' else o.response end
    where o.merchant_id = ${merchantId} and o.ctid = any(array(
      select o.place
      from unnest(${rows.map(row => row.position[0] ?? '')}::text[]) as l (operation_id)
        cross join lateral (select o.ctid as place, o.* from operations o
          where o.merchant_id = ${merchantId} and o.operation_id = l.operation_id for update) o
      where ${isOperationRemovable(tx, cutoff)}))`
  return count
}

/** The row stays: its key can never be reused, and timelines show it. */
export const operations: OldDetails = { kind: 'operations', look: lookOperations, remove: removeOperations }

/** By the database's clock. */
export async function timeDaysAgo(db: Db, days: number): Promise<Date> {
  const [row] = await db<{ at: Date }[]>`select now() - make_interval(days => ${days}) as at`
  if (!row) throw new Error('the database did not return the time')
  return row.at
}
