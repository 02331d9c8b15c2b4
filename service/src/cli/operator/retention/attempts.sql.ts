import type { Queryable, Tx } from '../../../db/db.ts'
import { firstDeliveryIdAt } from '../../../ids.ts'
import type { LookedAt, LookOptions, Movable } from './movable.ts'

const isSettled = (db: Queryable, cutoff: Date) => db`(d.state <> 'pending' and d.updated_at < ${cutoff})`

/** The delivery keeps their number and how the last one ended. */
export const attempts: Movable = {
  kind: 'attempts',
  look: lookAtAttempts,
  moveOut: deleteAttempts,
  putBack: insertAttempts,
}

async function lookAtAttempts(
  db: Queryable,
  merchantId: string,
  { cutoff, after, limit, withContent }: LookOptions,
): Promise<LookedAt[]> {
  const from = after && db`and (delivery_id, sequence) > (${after[0] ?? ''}, ${after[1] ?? ''}::int)`
  const line = db`jsonb_build_object('kind', 'attempts', 'row', to_jsonb(a) - '{position,version,moves}'::text[])::text`
  return await db<LookedAt[]>`
    select a.position, a.position as key, a.version,
      case when a.moves then pg_column_size(a) end as bytes,
      case when a.moves and ${withContent} then ${line} end as line
    from (
      select a.*, array[a.delivery_id, a.sequence::text] as position, coalesce(${isSettled(db, cutoff)}, false) as moves
      from (
        select *, xmin::text as version from delivery_attempts
        where merchant_id = ${merchantId} and delivery_id < ${firstDeliveryIdAt(cutoff)} ${from ?? db``}
        order by delivery_id, sequence limit ${limit}
      ) a
        left join lateral (select * from deliveries d where d.merchant_id = ${merchantId}
          and d.delivery_id = a.delivery_id limit 1) d on true
    ) a
    order by a.delivery_id, a.sequence`
}

async function deleteAttempts(tx: Tx, merchantId: string, cutoff: Date, rows: LookedAt[]): Promise<number> {
  const ids = rows.map(row => row.key[0] ?? '')
  const { count } = await tx`
    delete from delivery_attempts a
    using unnest(${ids}::text[], ${rows.map(row => Number(row.key[1]))}::int[],
      ${rows.map(row => row.version)}::text[]) as l (delivery_id, sequence, version)
      join deliveries d on d.merchant_id = ${merchantId} and d.delivery_id = l.delivery_id
        and d.delivery_id = any(${ids})
    where a.merchant_id = ${merchantId} and a.delivery_id = l.delivery_id and a.sequence = l.sequence
      and a.delivery_id = any(${ids})
      and a.xmin::text = l.version and ${isSettled(tx, cutoff)}`
  return count
}

async function insertAttempts(tx: Tx, merchantId: string, lines: string): Promise<number> {
  const { count } = await tx`
    insert into delivery_attempts
    select g.* from jsonb_to_recordset(${lines}::text::jsonb) as l ("row" jsonb)
      cross join lateral jsonb_populate_record(null::delivery_attempts, l."row") as g
      join deliveries d on d.merchant_id = ${merchantId} and d.delivery_id = g.delivery_id
    where g.merchant_id = ${merchantId}
    on conflict (merchant_id, delivery_id, sequence) do nothing`
  return count
}
