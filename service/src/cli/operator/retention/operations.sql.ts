import type { Queryable, Tx } from '../../../db/db.ts'
import { firstOperationIdAt } from '../../../ids.ts'
import type { LookedAt, LookOptions, Movable } from './movable.ts'

const isSettled = (db: Queryable, cutoff: Date) => db`(o.state <> 'started' and o.settled_at < ${cutoff})`

/** A key brings its answer again for ever; so does a call without one while its answer is owed. */
const answerMoves = (db: Queryable) => db`
  (o.state = 'done' and o.idempotency_key is null and not o.answer_owed and o.response <> '')`

/** The row stays: its key is taken for ever, and timelines show it. */
export const operations: Movable = {
  kind: 'operations',
  look: lookAtOperations,
  moveOut: stripOperations,
  putBack: refillOperations,
}

async function lookAtOperations(
  db: Queryable,
  merchantId: string,
  { cutoff, after, limit, withContent }: LookOptions,
): Promise<LookedAt[]> {
  const from = after && db`and operation_id > ${after[0] ?? ''}`
  const line = db`jsonb_build_object('kind', 'operations', 'row', jsonb_build_object('merchant_id', o.merchant_id,
    'operation_id', o.operation_id, 'kind', o.kind, 'payment_id', o.payment_id, 'settled_at', o.settled_at,
    'intent', o.intent, 'response', case when ${answerMoves(db)} then o.response end))::text`
  return await db<LookedAt[]>`
    select o.position, o.position as key, o.version,
      case when o.moves then octet_length(o.intent::text)
        + case when ${answerMoves(db)} then octet_length(o.response) else 0 end end as bytes,
      case when o.moves and ${withContent} then ${line} end as line
    from (
      select o.*, array[o.operation_id] as position,
        ${isSettled(db, cutoff)} and (o.intent <> '{}' or ${answerMoves(db)}) as moves
      from (
        select *, xmin::text as version from operations
        where merchant_id = ${merchantId} and operation_id < ${firstOperationIdAt(cutoff)} ${from ?? db``}
        order by operation_id limit ${limit}
      ) o
    ) o
    order by o.operation_id`
}

async function stripOperations(tx: Tx, merchantId: string, cutoff: Date, rows: LookedAt[]): Promise<number> {
  const ids = rows.map(row => row.key[0] ?? '')
  const { count } = await tx`
    update operations o set intent = '{}', response = case when ${answerMoves(tx)} then '' else o.response end
    from unnest(${ids}::text[], ${rows.map(row => row.version)}::text[])
      as l (operation_id, version)
    where o.merchant_id = ${merchantId} and o.operation_id = any(${ids})
      and o.operation_id = l.operation_id and o.xmin::text = l.version
      and ${isSettled(tx, cutoff)}`
  return count
}

/** One that was tried again since has arguments of its own. */
async function refillOperations(tx: Tx, merchantId: string, lines: string): Promise<number> {
  const { count } = await tx`
    update operations o
    set intent = case when o.intent = '{}' then g.intent else o.intent end,
      response = case when o.response = '' then coalesce(g.response, o.response) else o.response end
    from jsonb_to_recordset(${lines}::text::jsonb) as l ("row" jsonb)
      cross join lateral jsonb_to_record(l."row")
        as g (operation_id text, settled_at timestamptz, intent jsonb, response bytea)
    where o.merchant_id = ${merchantId} and o.operation_id = g.operation_id and o.settled_at = g.settled_at
      and o.state <> 'started'
      and (o.intent = '{}' and g.intent <> '{}' or o.response = '' and g.response <> '')`
  return count
}
