import type { Queryable } from '../../../db/db.ts'
import { firstOperationIdAt } from '../../../ids.ts'
import type { LookedAt, Movable } from './movable.ts'
import { keepIndexOrder } from './scope.sql.ts'

const isSettled = (db: Queryable, cutoff: Date) => db`(o.state <> 'started' and o.settled_at < ${cutoff})`

/** A key replays its answer for ever; so does a call without one while its answer is owed. */
const answerMoves = (db: Queryable) => db`
  (o.state = 'done' and o.idempotency_key is null and not o.answer_owed and o.response <> '')`

/** Found by its key, whatever the statistics, and locked. */
const operationOf = (db: Queryable, merchantId: string) => db`
  lateral (select o.ctid as place, o.xmin::text as version, o.* from operations o
    where o.merchant_id = ${merchantId} and o.operation_id = l.operation_id for update) o`

const look: Movable['look'] = async (tx, merchantId, { cutoff, after, limit, withContent }) => {
  await keepIndexOrder(tx)
  const from = after && tx`and operation_id > ${after[0] ?? ''}`
  const line = tx`jsonb_build_object('kind', 'operations', 'row', jsonb_build_object('merchant_id', o.merchant_id,
    'operation_id', o.operation_id, 'kind', o.kind, 'payment_id', o.payment_id, 'settled_at', o.settled_at,
    'intent', o.intent, 'response', case when ${answerMoves(tx)} then o.response end))::text`
  return await tx<LookedAt[]>`
    select o.position, o.version,
      case when o.moves then octet_length(o.intent::text)
        + case when ${answerMoves(tx)} then octet_length(o.response) else 0 end end as bytes,
      case when o.moves and ${withContent} then ${line} end as line
    from (
      select o.*, array[o.operation_id] as position,
        ${isSettled(tx, cutoff)} and (o.intent <> '{}' or ${answerMoves(tx)}) as moves
      from (
        select *, xmin::text as version from operations
        where merchant_id = ${merchantId} and operation_id < ${firstOperationIdAt(cutoff)} ${from ?? tx``}
        order by operation_id limit ${limit}
      ) o
    ) o
    order by o.operation_id`
}

const moveOut: Movable['moveOut'] = async (tx, merchantId, cutoff, rows) => {
  const { count } = await tx`
    update operations o set intent = '{}', response = case when ${answerMoves(tx)} then '' else o.response end
    where o.merchant_id = ${merchantId} and o.ctid = any(array(
      select o.place
      from unnest(${rows.map(row => row.position[0] ?? '')}::text[], ${rows.map(row => row.version)}::text[])
          as l (operation_id, version)
        cross join ${operationOf(tx, merchantId)}
      where o.version = l.version and ${isSettled(tx, cutoff)}))`
  return count
}

/** One that was tried again since has arguments of its own. */
const putBack: Movable['putBack'] = async (tx, merchantId, lines) => {
  const { count } = await tx`
    with emptied as materialized (
      select o.place, l.intent, l.response
      from jsonb_to_recordset(${lines}::text::jsonb) as given ("row" jsonb)
        cross join lateral jsonb_to_record(given."row")
          as l (operation_id text, settled_at timestamptz, intent jsonb, response bytea)
        cross join ${operationOf(tx, merchantId)}
      where o.settled_at = l.settled_at and o.state <> 'started'
        and (o.intent = '{}' and l.intent <> '{}' or o.response = '' and l.response <> '')
    )
    update operations o
    set intent = case when o.intent = '{}' then l.intent else o.intent end,
      response = case when o.response = '' then coalesce(l.response, o.response) else o.response end
    from emptied l
    where o.merchant_id = ${merchantId} and o.ctid = l.place and o.ctid = any(array(select place from emptied))`
  return count
}

/** The row stays: its key is taken for ever, and timelines show it. */
export const operations: Movable = { kind: 'operations', look, moveOut, putBack }
