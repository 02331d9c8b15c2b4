import type { Queryable } from '../../../db/db.ts'
import { firstDeliveryIdAt } from '../../../ids.ts'
import { keepIndexOrder, type LookedAt, type OldDetails } from './old-details.sql.ts'

const isSettled = (db: Queryable, cutoff: Date) => db`(d.state <> 'pending' and d.updated_at < ${cutoff})`

const deliveryOf = (db: Queryable, merchantId: string, attempt: 'a' | 'l') => db`
  lateral (select * from deliveries d where d.merchant_id = ${merchantId}
    and d.delivery_id = ${db(attempt)}.delivery_id limit 1) d`

const look: OldDetails['look'] = async (tx, merchantId, { cutoff, after, limit }) => {
  await keepIndexOrder(tx)
  const from = after && tx`and (delivery_id, sequence) > (${after[0] ?? ''}, ${after[1] ?? ''}::int)`
  return await tx<LookedAt[]>`
    select array[a.delivery_id, a.sequence::text] as position,
      case when ${isSettled(tx, cutoff)} then a.bytes end as bytes
    from (
      select delivery_id, sequence, pg_column_size(t) as bytes from delivery_attempts t
      where merchant_id = ${merchantId} and delivery_id < ${firstDeliveryIdAt(cutoff)} ${from ?? tx``}
      order by delivery_id, sequence limit ${limit}
    ) a
      left join ${deliveryOf(tx, merchantId, 'a')} on true
    order by a.delivery_id, a.sequence`
}

const remove: OldDetails['remove'] = async (tx, merchantId, cutoff, rows) => {
  const { count } = await tx`
    delete from delivery_attempts a
    where a.merchant_id = ${merchantId} and a.ctid = any(array(
      select a.place
      from unnest(${rows.map(row => row.position[0] ?? '')}::text[], ${rows.map(row => Number(row.position[1]))}::int[])
          as l (delivery_id, sequence)
        cross join lateral (select a.ctid as place from delivery_attempts a
          where a.merchant_id = ${merchantId} and a.delivery_id = l.delivery_id and a.sequence = l.sequence limit 1) a
        cross join ${deliveryOf(tx, merchantId, 'l')}
      where ${isSettled(tx, cutoff)}))`
  return count
}

/** The delivery keeps the number of attempts and the result of the last one. */
export const attempts: OldDetails = { kind: 'attempts', look, remove }
