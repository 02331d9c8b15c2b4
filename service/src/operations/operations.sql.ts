import { randomUUID } from 'node:crypto'
import type { JSONValue } from 'postgres'
import type { Db, Queryable, Tx } from '../db/db.ts'
import type { OperationId, PaymentId } from '../ids.ts'
import type { Claimed, Operation, OperationRequest } from './operation.ts'

const columns = (db: Queryable) => db`
  merchant_id, operation_id, kind, payment_id, intent, attempt, state, request_digest, lease_id,
  coalesce(lease_until > clock_timestamp(), false) as is_leased, response, answer_owed,
  created_at`

/** Renewed while its holder lives (leases.ts); of a dead one, whoever comes next may go on after this. */
const leaseFor = '3 seconds'
const leaseEnd = (db: Queryable) => db`clock_timestamp() + ${leaseFor}::interval`

export async function findOperation(db: Queryable, request: OperationRequest): Promise<Operation | null> {
  const [row] = await db<Operation[]>`
    select ${columns(db)} from operations
    where merchant_id = ${request.merchantId} and kind = ${request.kind}
      and idempotency_key = ${request.idempotencyKey}`
  return row ?? null
}

export async function readOperation(db: Queryable, operation: Operation): Promise<Operation> {
  const [row] = await db<Operation[]>`
    select ${columns(db)} from operations
    where merchant_id = ${operation.merchantId} and operation_id = ${operation.operationId}`
  if (!row) throw new Error(`operation ${operation.operationId} is gone`)
  return row
}

export interface NewOperation extends OperationRequest {
  operationId: OperationId
  paymentId: PaymentId | null
  intent: object
}

/** Null when the key, or the payment's one place for a capture or cancel, is taken by somebody else. */
export async function insertOperation(
  db: Queryable,
  operation: NewOperation,
  now: Date,
): Promise<Claimed | null> {
  const [row] = await db<Operation[]>`
    insert into operations (merchant_id, operation_id, kind, idempotency_key, request_digest, payment_id, intent,
      state, lease_id, lease_until, created_at, answer_owed)
    values (${operation.merchantId}, ${operation.operationId}, ${operation.kind}, ${operation.idempotencyKey},
      ${operation.digest}, ${operation.paymentId}, ${db.json(operation.intent as JSONValue)},
      'started', ${randomUUID()}, ${leaseEnd(db)}, ${now}, ${operation.idempotencyKey === null})
    on conflict do nothing
    returning ${columns(db)}`
  return row ? { ...row, resumed: false } : null
}

/** Takes the lease of an operation that nobody is working on; null when somebody was faster. */
export async function resumeOperation(db: Queryable, operation: Operation): Promise<Claimed | null> {
  const [row] = await db<Operation[]>`
    update operations set lease_id = ${randomUUID()}, lease_until = ${leaseEnd(db)}
    where merchant_id = ${operation.merchantId} and operation_id = ${operation.operationId}
      and state = 'started' and lease_until <= clock_timestamp()
    returning ${columns(db)}`
  return row ? { ...row, resumed: true } : null
}

/** Starts a refused operation anew under its freed key, with a new processor key; null as with a new one. */
export async function restartOperation(
  db: Queryable,
  refused: Operation,
  request: OperationRequest & { paymentId: PaymentId | null; intent: object },
  now: Date,
): Promise<Claimed | null> {
  const [row] = await db<Operation[]>`
    update operations
    set state = 'started', attempt = attempt + 1, request_digest = ${request.digest},
      payment_id = ${request.paymentId}, intent = ${db.json(request.intent as JSONValue)}, refusal = null,
      created_at = ${now}, settled_at = null, lease_id = ${randomUUID()}, lease_until = ${leaseEnd(db)}
    where merchant_id = ${refused.merchantId} and operation_id = ${refused.operationId}
      and state = 'refused' and attempt = ${refused.attempt}
      and not (kind in ('capture', 'cancel') and exists (
        select from operations other
        where other.merchant_id = ${refused.merchantId} and other.payment_id = ${request.paymentId}
          and other.state = 'started' and other.kind in ('capture', 'cancel')))
    returning ${columns(db)}`
  return row ? { ...row, resumed: false } : null
}

/** False when the lease was lost: then the operation is somebody else's to finish. */
export async function finishOperation(
  tx: Tx,
  operation: Operation,
  sealedResponse: Buffer,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    update operations
    set state = 'done', response = ${sealedResponse}, settled_at = ${now}, lease_id = null, lease_until = null
    where merchant_id = ${operation.merchantId} and operation_id = ${operation.operationId}
      and state = 'started' and lease_id = ${operation.leaseId}
    returning 1`
  return rows.length > 0
}

export async function refuseOperation(
  tx: Tx,
  operation: Operation,
  refusal: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    update operations
    set state = 'refused', refusal = ${refusal}, settled_at = ${now}, lease_id = null, lease_until = null
    where merchant_id = ${operation.merchantId} and operation_id = ${operation.operationId}
      and state = 'started' and lease_id = ${operation.leaseId}
    returning 1`
  return rows.length > 0
}

/** The outcome is unknown: the key stays taken, and the next who asks may go on at once. */
export async function releaseLease(db: Db, operation: Operation): Promise<void> {
  await db`
    update operations set lease_until = clock_timestamp()
    where merchant_id = ${operation.merchantId} and operation_id = ${operation.operationId}
      and state = 'started' and lease_id = ${operation.leaseId}`
}

/** An operation and the lease under which it is held. */
export type Lease = Pick<Operation, 'merchantId' | 'operationId' | 'leaseId'>

export async function renewLeases(db: Db, leases: Lease[]): Promise<void> {
  await db`
    update operations o set lease_until = ${leaseEnd(db)}
    from unnest(${leases.map(lease => lease.merchantId)}::text[], ${leases.map(lease => lease.operationId)}::text[],
      ${leases.map(lease => lease.leaseId)}::text[]) as held (merchant_id, operation_id, lease_id)
    where o.merchant_id = held.merchant_id and o.operation_id = held.operation_id
      and o.lease_id = held.lease_id and o.state = 'started' and o.lease_until > clock_timestamp()`
}

/** An earlier operation of a kind on a payment, as a call without a key sees it. */
export interface EarlierOperation extends Operation {
  isIdentical: boolean
}

/** Those not ended yet, and identical ones without a key whose answer nobody was seen to get. */
export async function earlierOperations(
  db: Queryable,
  { merchantId, kind, digest }: OperationRequest,
  paymentId: PaymentId,
): Promise<EarlierOperation[]> {
  return await db<EarlierOperation[]>`
    select ${columns(db)}, idempotency_key is null and request_digest = ${digest} as is_identical
    from operations
    where merchant_id = ${merchantId} and payment_id = ${paymentId} and kind = ${kind}
      and (state = 'started' or (state = 'done' and answer_owed and request_digest = ${digest}
        and settled_at > now() - interval '1 day'))
    order by operation_id`
}

/** False when somebody else was given the answer, or its first caller has it after all. */
export async function takeOwedAnswer(
  db: Queryable,
  { merchantId, operationId }: Pick<Operation, 'merchantId' | 'operationId'>,
): Promise<boolean> {
  const rows = await db`
    update operations set answer_owed = false
    where merchant_id = ${merchantId} and operation_id = ${operationId} and answer_owed
    returning 1`
  return rows.length > 0
}

/** How long an operation that nobody works on is left alone: a tenth of its age, within bounds. */
export interface Patience {
  leastMs: number
  mostMs: number
}

/** Operations that move money and that nobody has worked on for long enough, across merchants. */
export async function claimStalled(db: Db, { leastMs, mostMs }: Patience, limit: number): Promise<Claimed[]> {
  const least = `${leastMs} milliseconds`
  const most = `${mostMs} milliseconds`
  const rows = await db<Operation[]>`
    with stalled as materialized (
      select merchant_id, operation_id from operations
      where state = 'started' and kind in ('create', 'capture', 'refund', 'cancel')
        and lease_until <= now() - ${least}::interval
        and lease_until <= now() - least((now() - created_at) / 10, ${most}::interval)
      order by lease_until
      limit ${limit}
      for update skip locked)
    update operations set lease_id = ${randomUUID()}, lease_until = ${leaseEnd(db)}
    where (merchant_id, operation_id) in (select merchant_id, operation_id from stalled)
    returning ${columns(db)}`
  return rows.map(row => ({ ...row, resumed: true }))
}
