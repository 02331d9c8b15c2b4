import { randomUUID } from 'node:crypto'
import { type KeyRing, seal } from '../crypto.ts'
import { type Queryable, recordset } from '../db/db.ts'
import { merchantOf, ofMerchant } from '../db/per-merchant.ts'
import { inSteps } from '../db/steps.ts'
import { newOperationId } from '../ids.ts'
import type { Memo } from '../processors/port.ts'
import type { LeasedOperation, MoneyKind, NewOperation, Operation, OperationKind } from './operation.ts'
import { leaseEnd } from './operations.sql.ts'

type Claimed<Kind extends OperationKind> = Pick<
  Operation<Kind>,
  'operationId' | 'paymentId' | 'attempt' | 'arguments'
>

/**
 * Claims the keys, or restarts refused operations under their freed keys. Null for a request whose key is taken, or is
 * known only by its digest (`restoreOperation`). The requests must all have different keys and payments. In `isAllowed`,
 * `w` is the request. For a capture or cancel, the caller must hold the payment's lock and have checked that no other
 * one is in progress.
 */
export async function claimOperations<Kind extends OperationKind>(
  db: Queryable,
  wanted: NewOperation<Kind>[],
  isAllowed = db`true`,
): Promise<(LeasedOperation<Kind> | null)[]> {
  const leaseId = randomUUID()
  const rows = wanted.map(({ digest, arguments: args, ...operation }) => {
    const { callKey } = operation
    const named = { operationId: newOperationId(), digest: digest.toString('hex') }
    return { arguments: { callKey, ...args }, ...named, ...operation }
  })
  const columns = db`
    "merchantId" text, "operationId" text, kind text, "idempotencyKey" text, "callKey" text, digest text, "paymentId" text,
    arguments jsonb, at timestamptz, "answerOwed" boolean, "traceId" text, traceparent text`
  const given = recordset(db, rows, columns)
  const claimed = {
    name: 'claimed',
    statement: db`
      insert into operations as o (merchant_id, operation_id, kind, idempotency_key, request_digest, payment_id, intent,
        state, created_at, answer_owed, trace_id, traceparent)
      select w."merchantId", w."operationId", w.kind, w."idempotencyKey", decode(w.digest, 'hex'), w."paymentId",
        w.arguments, 'started', w.at, w."answerOwed", w."traceId", w.traceparent
      from ${given} as w
      where ${isAllowed} and not exists (select from operations r where r.merchant_id = w."merchantId" and r.kind = w.kind
        and r.idempotency_key = w."callKey" ${ofMerchant(db, 'r.merchant_id', merchantOf(db, wanted))})
      on conflict (merchant_id, kind, idempotency_key) where idempotency_key is not null do update
        set state = 'started', request_digest = excluded.request_digest,
          payment_id = excluded.payment_id, intent = excluded.intent, refusal = null, created_at = excluded.created_at,
          settled_at = null, answer_owed = excluded.answer_owed, trace_id = excluded.trace_id,
          traceparent = excluded.traceparent
        where o.state = 'refused'
      returning o.merchant_id, o.operation_id, o.kind, o.payment_id, o.attempt, o.intent, o.created_at`,
    returns: db`
      merchant_id text, operation_id text, kind text, payment_id text, attempt int, intent jsonb, created_at timestamptz`,
  }
  const opened = {
    name: 'opened',
    reads: ['claimed'],
    statement: db`
      insert into open_operations (merchant_id, operation_id, kind, payment_id, created_at, lease_id, lease_until)
      select merchant_id, operation_id, kind, payment_id, created_at, ${leaseId}, ${leaseEnd(db)} from claimed`,
  }
  // the arguments as stored: every try must send the processor the same order of fields
  const stored = await inSteps<Claimed<Kind>>(db, [claimed, opened], {
    reads: ['claimed'],
    statement: db`select operation_id, payment_id, attempt, intent as arguments from claimed`,
  })
  const byPayment = new Map<string | null, Claimed<Kind>>(stored.map(row => [row.paymentId, row]))
  return wanted.map(({ digest, at, ...operation }) => {
    const own = byPayment.get(operation.paymentId)
    const begun = {
      requestDigest: digest,
      createdAt: at,
      response: null,
      leaseId,
      resumes: 0,
      resumedBy: null,
    }
    return own ? ({ state: 'started', ...begun, ...operation, ...own } as LeasedOperation<Kind>) : null
  })
}

interface RestoredOperation
  extends Pick<NewOperation<MoneyKind>, 'merchantId' | 'kind' | 'paymentId' | 'at'> {
  /** All that is known of the caller's key and body. */
  memo: Memo
  /** The answer, rebuilt. */
  body: string
}

/**
 * Stores a call that the processor remembers and this database has lost. A retry finds it by the digest of its key or,
 * without a key, by its body, because it is unknown whether its caller has the answer. False if the operation itself is
 * still here; an open one with another body does not count, because its refusal was lost in the restore.
 */
export async function restoreOperation(
  encryptionKeys: KeyRing,
  db: Queryable,
  { merchantId, kind, paymentId, memo, body, at }: RestoredOperation,
): Promise<boolean> {
  const { key: callKey, operationId = newOperationId() } = memo
  const digest = Buffer.from(memo.digest, 'base64url')
  const response = seal(encryptionKeys, operationId, body)
  const restored = await db`
    insert into operations (merchant_id, operation_id, kind, idempotency_key, request_digest, payment_id, intent, state,
      response, answer_owed, created_at, settled_at)
    select ${merchantId}, ${operationId}, ${kind}, ${callKey}, ${digest}, ${paymentId},
      jsonb_build_object('callKey', ${callKey}::text), 'done', ${response}, ${kind !== 'create'}, ${at}, ${at}
    where not exists (select from operations o
      where o.merchant_id = ${merchantId} and o.payment_id = ${paymentId} and o.kind = ${kind}
        and o.intent ->> 'callKey' = ${callKey}
        and (o.state = 'done' or o.state = 'started' and o.request_digest = ${digest}))
    on conflict do nothing
    returning 1`
  return restored.length > 0
}
