import type { Queryable } from '../../../db/db.ts'
import { firstDeliveryIdAt } from '../../../ids.ts'
import type { LookedAt, Movable } from './movable.ts'
import { keepIndexOrder } from './scope.sql.ts'

const isSettled = (db: Queryable, cutoff: Date) => db`(d.state <> 'pending' and d.updated_at < ${cutoff})`

const deliveryOf = (db: Queryable, merchantId: string, attempt: 'a' | 'l' | 'g') => db`
  lateral (select * from deliveries d where d.merchant_id = ${merchantId}
    and d.delivery_id = ${db(attempt)}.delivery_id limit 1) d`

const look: Movable['look'] = async (tx, merchantId, { cutoff, after, limit, withContent }) => {
  await keepIndexOrder(tx)
  const from = after && tx`and (delivery_id, sequence) > (${after[0] ?? ''}, ${after[1] ?? ''}::int)`
  const line = tx`jsonb_build_object('kind', 'attempts', 'row', to_jsonb(a) - '{position,version,moves}'::text[])::text`
  return await tx<LookedAt[]>`
    select a.position, a.version,
      case when a.moves then pg_column_size(a) end as bytes,
      case when a.moves and ${withContent} then ${line} end as line
    from (
      select a.*, array[a.delivery_id, a.sequence::text] as position, coalesce(${isSettled(tx, cutoff)}, false) as moves
      from (
        select *, xmin::text as version from delivery_attempts
        where merchant_id = ${merchantId} and delivery_id < ${firstDeliveryIdAt(cutoff)} ${from ?? tx``}
        order by delivery_id, sequence limit ${limit}
      ) a
        left join ${deliveryOf(tx, merchantId, 'a')} on true
    ) a
    order by a.delivery_id, a.sequence`
}

const moveOut: Movable['moveOut'] = async (tx, merchantId, cutoff, rows) => {
  const { count } = await tx`
    delete from delivery_attempts a
    where a.merchant_id = ${merchantId} and a.ctid = any(array(
      select a.place
      from unnest(${rows.map(row => row.position[0] ?? '')}::text[], ${rows.map(row => Number(row.position[1]))}::int[],
          ${rows.map(row => row.version)}::text[]) as l (delivery_id, sequence, version)
        cross join lateral (select a.ctid as place, a.xmin::text as version from delivery_attempts a
          where a.merchant_id = ${merchantId} and a.delivery_id = l.delivery_id and a.sequence = l.sequence limit 1) a
        cross join ${deliveryOf(tx, merchantId, 'l')}
      where a.version = l.version and ${isSettled(tx, cutoff)}))`
  return count
}

const putBack: Movable['putBack'] = async (tx, merchantId, lines) => {
  const { count } = await tx`
    insert into delivery_attempts
    select g.* from jsonb_to_recordset(${lines}::text::jsonb) as l ("row" jsonb)
      cross join lateral jsonb_populate_record(null::delivery_attempts, l."row") as g
      cross join ${deliveryOf(tx, merchantId, 'g')}
    where g.merchant_id = ${merchantId}
    on conflict (merchant_id, delivery_id, sequence) do nothing`
  return count
}

/** The delivery keeps their number and how the last one ended. */
export const attempts: Movable = { kind: 'attempts', look, moveOut, putBack }
