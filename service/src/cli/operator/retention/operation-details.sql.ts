import type { Queryable } from '../../../db/db.ts'
import { firstOperationIdAt } from '../../../ids.ts'
import { keepIndexOrder, type LookedAt, type OldDetails } from './old-details.sql.ts'

/** A key replays its answer for ever. An answer without a key stays until its caller has received it. */
const answerGoes = (db: Queryable) => db`
  (o.state = 'done' and o.idempotency_key is null and not o.answer_owed and o.response <> '')`

const isSettled = (db: Queryable, cutoff: Date) => db`
  (o.state <> 'started' and o.settled_at < ${cutoff} and (o.intent <> '{}' or ${answerGoes(db)}))`

const look: OldDetails['look'] = async (tx, merchantId, { cutoff, after, limit }) => {
  await keepIndexOrder(tx)
  const from = after && tx`and operation_id > ${after[0] ?? ''}`
  return await tx<LookedAt[]>`
    select array[o.operation_id] as position,
      case when ${isSettled(tx, cutoff)} then octet_length(o.intent::text)
        + case when ${answerGoes(tx)} then octet_length(o.response) else 0 end end as bytes
    from (
      select * from operations
      where merchant_id = ${merchantId} and operation_id < ${firstOperationIdAt(cutoff)} ${from ?? tx``}
      order by operation_id limit ${limit}
    ) o
    order by o.operation_id`
}

/** Finds each row by its key, without relying on statistics, and locks it. */
const remove: OldDetails['remove'] = async (tx, merchantId, cutoff, rows) => {
  const { count } = await tx`
    update operations o set intent = '{}', response = case when ${answerGoes(tx)} then '' else o.response end
    where o.merchant_id = ${merchantId} and o.ctid = any(array(
      select o.place
      from unnest(${rows.map(row => row.position[0] ?? '')}::text[]) as l (operation_id)
        cross join lateral (select o.ctid as place, o.* from operations o
          where o.merchant_id = ${merchantId} and o.operation_id = l.operation_id for update) o
      where ${isSettled(tx, cutoff)}))`
  return count
}

/** The row stays: its key is used for ever, and timelines show it. */
export const operations: OldDetails = { kind: 'operations', look, remove }
