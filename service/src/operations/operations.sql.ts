import { randomUUID } from 'node:crypto'
import type { JSONValue } from 'postgres'
import type { Db, Queryable, Tx } from '../db/db.ts'
import type { MerchantId, OperationId, PaymentId } from '../ids.ts'
import { type Claimed, type Operation, type OperationRequest, recoveredKinds } from './operation.ts'

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
    update operations set lease_id = ${randomUUID()}, lease_until = ${leaseEnd(db)}, resumes = resumes + 1
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
      payment_id = ${request.paymentId}, intent = ${db.json(request.intent as JSONValue)}, refusal = null, resumes = 0,
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

/** A caller has the answer, so that it is owed to nobody any more. */
export async function acknowledgeAnswer(
  db: Queryable,
  { merchantId, operationId }: Pick<Operation, 'merchantId' | 'operationId'>,
): Promise<void> {
  await db`
    update operations set answer_owed = false
    where merchant_id = ${merchantId} and operation_id = ${operationId} and answer_owed`
}

/** How long an operation that nobody works on is left alone: twice as long each time, within bounds. */
export interface Patience {
  leastMs: number
  mostMs: number
}

export interface ClaimLimits {
  limit: number
  perMerchant: number
  /** Merchants who have enough under way. */
  except: MerchantId[]
}

/** Far more than are taken at a time, and a bound on what is looked at. */
const lookedAt = 1000

/** Operations that move money and that nobody has worked on for long enough, a few of each merchant. */
export async function claimStalled(
  db: Db,
  { leastMs, mostMs }: Patience,
  { limit, perMerchant, except }: ClaimLimits,
): Promise<Claimed[]> {
  const least = `${leastMs} milliseconds`
  const most = `${mostMs} milliseconds`
  const rows = await db<Operation[]>`
    with due as materialized (
      select merchant_id, operation_id, lease_until from operations
      where state = 'started' and kind = any(${[...recoveredKinds]})
        and lease_until <= now() - ${least}::interval
        and lease_until <= now() - least(${least}::interval * 2 ^ least(resumes, 20), ${most}::interval)
        and merchant_id <> all(${except})
      order by lease_until
      limit ${lookedAt}
    ), fair as materialized (
      select *, row_number() over (partition by merchant_id order by lease_until) as place from due
    ), stalled as materialized (
      select o.merchant_id, o.operation_id from operations o
        join fair f on f.merchant_id = o.merchant_id and f.operation_id = o.operation_id
      where f.place <= ${perMerchant} and o.state = 'started' and o.lease_until = f.lease_until
      order by f.lease_until
      limit ${limit}
      for update of o skip locked
    )
    update operations set lease_id = ${randomUUID()}, lease_until = ${leaseEnd(db)}, resumes = resumes + 1
    where (merchant_id, operation_id) in (select merchant_id, operation_id from stalled)
    returning ${columns(db)}`
  return rows.map(row => ({ ...row, resumed: true }))
}
