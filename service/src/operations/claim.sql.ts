import { randomUUID } from 'node:crypto'
import { json, listed, type Queryable, recordset } from '../db/db.ts'
import { sharesStatements } from '../db/per-merchant.ts'
import { newOperationId } from '../ids.ts'
import type { LeasedOperation, NewOperation, OperationKind } from './operation.ts'
import { leasedColumns, leaseEnd } from './operations.sql.ts'

/**
 * Claims the key, or starts a refused operation anew under its freed key, with a new processor key; a create keeps its
 * payment id. Null when the key, or the payment's one place for a capture or cancel, is taken. Whoever captures or
 * cancels holds the payment's lock.
 */
export async function claimOperation<Kind extends OperationKind>(
  db: Queryable,
  wanted: NewOperation<Kind>,
): Promise<LeasedOperation<Kind> | null> {
  const [claimed = null] = await claimOperations(db, [wanted])
  return claimed
}

/** The same for any number, no two of them under the same key. */
export async function claimOperations<Kind extends OperationKind>(
  db: Queryable,
  wanted: NewOperation<Kind>[],
): Promise<(LeasedOperation<Kind> | null)[]> {
  const rows = wanted.map(({ digest, ...operation }) => ({
    ...operation,
    operationId: newOperationId(),
    digest: digest.toString('hex'),
    leaseId: randomUUID(),
  }))
  const free = sharesStatements(db) ? rows : await freePlaces(db, rows)
  if (free.length === 0) return rows.map(() => null)
  const claimed = await db<LeasedOperation<Kind>[]>`
    insert into operations as o (merchant_id, operation_id, kind, idempotency_key, request_digest, payment_id, intent,
      state, lease_id, lease_until, created_at, answer_owed, trace_id)
    ${sharesStatements(db) ? fromRecords(db, free) : fromValues(db, free)}
    on conflict (merchant_id, kind, idempotency_key) where idempotency_key is not null do update
      set state = 'started', attempt = o.attempt + 1, request_digest = excluded.request_digest,
        payment_id = excluded.payment_id, intent = excluded.intent, refusal = null, resumes = 0, recover_at = null,
        created_at = excluded.created_at, settled_at = null, lease_id = excluded.lease_id,
        lease_until = excluded.lease_until, answer_owed = excluded.answer_owed, trace_id = excluded.trace_id
      where o.state = 'refused' and (o.kind <> 'create' or o.payment_id = excluded.payment_id)
    returning ${leasedColumns(db, null)}`
  const byLease = new Map(claimed.map(operation => [operation.leaseId, operation]))
  return rows.map(({ leaseId }) => byLease.get(leaseId) ?? null)
}

interface ClaimRow extends Omit<NewOperation<OperationKind>, 'digest'> {
  operationId: string
  digest: string
  leaseId: string
}

function fromRecords(db: Queryable, rows: ClaimRow[]) {
  const given = recordset(
    db,
    rows,
    db`
    "merchantId" text, "operationId" text, kind text, "idempotencyKey" text, digest text, "paymentId" text,
    arguments jsonb, "leaseId" text, at timestamptz, "answerOwed" boolean, "traceId" text`,
  )
  return db`
    select w."merchantId", w."operationId", w.kind, w."idempotencyKey", decode(w.digest, 'hex'), w."paymentId",
      w.arguments, 'started', w."leaseId", ${leaseEnd(db)}, w.at, w."answerOwed", w."traceId"
    from ${given} as w
    where w.kind not in ('capture', 'cancel') or not exists (select from operations underway
      where underway.merchant_id = w."merchantId" and underway.payment_id = w."paymentId"
        and underway.state = 'started' and underway.kind in ('capture', 'cancel'))`
}

/** On a cluster the rows are named one by one, so that they are seen to be of one shard. */
function fromValues(db: Queryable, rows: ClaimRow[]) {
  const values = rows.map(
    row => db`(${row.merchantId}, ${row.operationId}, ${row.kind}, ${row.idempotencyKey}, decode(${row.digest}, 'hex'),
      ${row.paymentId}, ${json(db, row.arguments)}, 'started', ${row.leaseId}, ${leaseEnd(db)}, ${row.at},
      ${row.answerOwed}, ${row.traceId})`,
  )
  return db`values ${listed(db, values)}`
}

/** Those whose payment has no capture or cancel under way: its lock is held, so that none comes in between. */
async function freePlaces<Row extends ClaimRow>(db: Queryable, rows: Row[]): Promise<Row[]> {
  const free: Row[] = []
  for (const row of rows) {
    const needsPlace = row.kind === 'capture' || row.kind === 'cancel'
    const underway = needsPlace
      ? await db`
        select 1 from operations
        where merchant_id = ${row.merchantId} and payment_id = ${row.paymentId} and state = 'started'
          and kind in ('capture', 'cancel')`
      : []
    if (underway.length === 0) free.push(row)
  }
  return free
}
