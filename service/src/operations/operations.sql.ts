import { randomUUID } from 'node:crypto'
import { type Db, type Queryable, recordset } from '../db/db.ts'
import { type MerchantId, newOperationId, type PaymentId } from '../ids.ts'
import type { Refusal } from '../processors/port.ts'
import {
  type LeasedOperation,
  type MoneyKind,
  moneyKinds,
  type NewOperation,
  type Operation,
  type OperationBase,
  type OperationKind,
  type OperationRequest,
} from './operation.ts'

const columns = (db: Queryable) => db`
  merchant_id, operation_id, kind, payment_id, intent as arguments, attempt, state, request_digest, lease_id,
  coalesce(lease_until > clock_timestamp(), false) as is_leased, response, answer_owed,
  created_at`

/** Renewed while its holder lives (leases.ts); of a dead one, whoever comes next may go on after this. */
const leaseFor = '3 seconds'
const leaseEnd = (db: Queryable) => db`clock_timestamp() + ${leaseFor}::interval`

export async function findOperation<Kind extends OperationKind>(
  db: Queryable,
  request: OperationRequest<Kind>,
): Promise<Operation<Kind> | null> {
  const [row] = await db<Operation<Kind>[]>`
    select ${columns(db)} from operations
    where merchant_id = ${request.merchantId} and kind = ${request.kind}
      and idempotency_key = ${request.idempotencyKey}`
  return row ?? null
}

export async function readOperation(
  db: Queryable,
  operation: Pick<OperationBase, 'merchantId' | 'operationId'>,
): Promise<Operation> {
  const [row] = await db<Operation[]>`
    select ${columns(db)} from operations
    where merchant_id = ${operation.merchantId} and operation_id = ${operation.operationId}`
  if (!row) throw new Error(`operation ${operation.operationId} is gone`)
  return row
}

/**
 * Claims the key, or starts a refused operation anew under its freed key, with a new processor key. Null when the
 * key, or the payment's one place for a capture or cancel, is taken. Whoever captures or cancels holds the
 * payment's lock.
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
  const given = recordset(
    db,
    rows,
    db`
    "merchantId" text, "operationId" text, kind text, "idempotencyKey" text, digest text, "paymentId" text,
    arguments jsonb, "leaseId" text, at timestamptz`,
  )
  const claimed = await db<LeasedOperation<Kind>[]>`
    insert into operations as o (merchant_id, operation_id, kind, idempotency_key, request_digest, payment_id, intent,
      state, lease_id, lease_until, created_at, answer_owed)
    select w."merchantId", w."operationId", w.kind, w."idempotencyKey", decode(w.digest, 'hex'), w."paymentId",
      w.arguments, 'started', w."leaseId", ${leaseEnd(db)}, w.at, w."idempotencyKey" is null
    from ${given} as w
    where w.kind not in ('capture', 'cancel') or not exists (select from operations underway
      where underway.merchant_id = w."merchantId" and underway.payment_id = w."paymentId"
        and underway.state = 'started' and underway.kind in ('capture', 'cancel'))
    on conflict (merchant_id, kind, idempotency_key) where idempotency_key is not null do update
      set state = 'started', attempt = o.attempt + 1, request_digest = excluded.request_digest,
        payment_id = excluded.payment_id, intent = excluded.intent, refusal = null, resumes = 0,
        created_at = excluded.created_at, settled_at = null, lease_id = excluded.lease_id,
        lease_until = excluded.lease_until
      where o.state = 'refused'
    returning ${columns(db)}, false as resumed`
  const byLease = new Map(claimed.map(operation => [operation.leaseId, operation]))
  return rows.map(({ leaseId }) => byLease.get(leaseId) ?? null)
}

/** Takes the lease of an operation that nobody is working on; null when somebody was faster. */
export async function resumeOperation<Kind extends OperationKind>(
  db: Queryable,
  operation: Operation<Kind>,
): Promise<LeasedOperation<Kind> | null> {
  const [row] = await db<LeasedOperation<Kind>[]>`
    update operations set lease_id = ${randomUUID()}, lease_until = ${leaseEnd(db)}, resumes = resumes + 1
    where merchant_id = ${operation.merchantId} and operation_id = ${operation.operationId}
      and state = 'started' and lease_until <= clock_timestamp()
    returning ${columns(db)}, true as resumed`
  return row ?? null
}

/** The end of an operation. */
export interface FinishItem extends Lease {
  sealedAnswer: Buffer
  at: Date
}

/** False when the lease was lost: then the operation is somebody else's to finish. */
export async function finishOperation(db: Queryable, item: FinishItem): Promise<boolean> {
  const rows = await finishFragment(db, [item])
  return rows.length > 0
}

/** Returns the operations whose lease holds: those that have ended have none. */
export function finishFragment(db: Queryable, items: FinishItem[]) {
  const rows = items.map(({ merchantId, operationId, leaseId, sealedAnswer, at }) => {
    return { merchantId, operationId, leaseId, at, answer: sealedAnswer.toString('base64') }
  })
  const given = recordset(
    db,
    rows,
    db`
    "merchantId" text, "operationId" text, "leaseId" text, answer text, at timestamptz`,
  )
  return db<Pick<OperationBase, 'operationId'>[]>`
    update operations o
    set state = 'done', response = decode(f.answer, 'base64'), settled_at = f.at, lease_id = null, lease_until = null
    from ${given} as f
    where o.merchant_id = f."merchantId" and o.operation_id = f."operationId" and o.lease_id = f."leaseId"
    returning o.merchant_id, o.operation_id, o.payment_id, o.created_at`
}

/** False when the lease was lost: then it is somebody else's to refuse. */
export async function refuseOperation(
  db: Queryable,
  operation: Lease,
  refusal: Pick<Refusal, 'reason' | 'code' | 'message'>,
  now: Date,
): Promise<boolean> {
  const rows = await db`
    update operations
    set state = 'refused', refusal = ${`${refusal.code ?? refusal.reason}: ${refusal.message}`}, settled_at = ${now},
      lease_id = null, lease_until = null
    where ${isHeldFragment(db, operation)}
    returning 1`
  return rows.length > 0
}

/** The outcome is unknown: the key stays taken, and the next who asks may go on at once. */
export async function releaseLease(db: Db, operation: Lease): Promise<void> {
  await db`update operations set lease_until = clock_timestamp() where ${isHeldFragment(db, operation)}`
}

const isHeldFragment = (db: Queryable, { merchantId, operationId, leaseId }: Lease) => db`
  merchant_id = ${merchantId} and operation_id = ${operationId} and lease_id = ${leaseId}`

/** An operation and the lease under which it is held. */
export type Lease = Pick<OperationBase, 'merchantId' | 'operationId' | 'leaseId'>

export async function renewLeases(db: Db, leases: Lease[]): Promise<void> {
  await db`
    update operations o set lease_until = ${leaseEnd(db)}
    from unnest(${leases.map(lease => lease.merchantId)}::text[], ${leases.map(lease => lease.operationId)}::text[],
      ${leases.map(lease => lease.leaseId)}::text[]) as held (merchant_id, operation_id, lease_id)
    where o.merchant_id = held.merchant_id and o.operation_id = held.operation_id
      and o.lease_id = held.lease_id and o.state = 'started' and o.lease_until > clock_timestamp()`
}

/** An earlier operation of a kind on a payment, as a call without a key sees it. */
export type EarlierOperation = Operation & { isIdentical: boolean }

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
  { merchantId, operationId }: Pick<OperationBase, 'merchantId' | 'operationId'>,
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
): Promise<LeasedOperation<MoneyKind>[]> {
  const least = `${leastMs} milliseconds`
  const most = `${mostMs} milliseconds`
  return await db<LeasedOperation<MoneyKind>[]>`
    with due as materialized (
      select merchant_id, operation_id, lease_until from operations
      where state = 'started' and kind = any(${[...moneyKinds]})
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
    returning ${columns(db)}, true as resumed`
}
