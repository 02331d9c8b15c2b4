import { randomUUID } from 'node:crypto'
import { type Db, type Queryable, recordset } from '../db/db.ts'
import { inBatches } from '../db/in-batches.ts'
import { briefly, merchantOf, ofMerchant } from '../db/per-merchant.ts'
import type { PaymentId } from '../ids.ts'
import type { Refusal } from '../processors/outcomes.ts'
import {
  type LeasedBase,
  type LeasedOperation,
  type Operation,
  type OperationBase,
  type OperationKind,
  type OperationRequest,
  recoverAfterMs,
} from './operation.ts'

const plainColumns = (db: Queryable) => db`
  merchant_id, operation_id, kind, payment_id, intent as arguments, attempt, state, request_digest, lease_id, response,
  answer_owed, resumes, created_at`

const columns = (db: Queryable) => db`
  ${plainColumns(db)}, (lease_until is not null and lease_until > statement_timestamp()) as is_leased`

/** For who has just taken the lease. */
export const leasedColumns = (db: Queryable, resumedBy: LeasedBase['resumedBy']) => db`
  ${plainColumns(db)}, true as is_leased, ${resumedBy}::text as resumed_by`

/** Renewed while its holder lives (leases.ts); of a dead one, whoever comes next may go on after this. */
const leaseFor = '3 seconds'
export const leaseEnd = (db: Queryable) => db`statement_timestamp() + ${leaseFor}::interval`

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

/** Takes the lease of an operation that nobody is working on; null when somebody was faster. */
export async function resumeOperation<Kind extends OperationKind>(
  db: Queryable,
  operation: Operation<Kind>,
): Promise<LeasedOperation<Kind> | null> {
  const [row] = await db<LeasedOperation<Kind>[]>`
    update operations set lease_id = ${randomUUID()}, lease_until = ${leaseEnd(db)},
      recover_at = coalesce(recover_at, lease_until)
    where merchant_id = ${operation.merchantId} and operation_id = ${operation.operationId}
      and state = 'started' and lease_until <= statement_timestamp()
    returning ${leasedColumns(db, 'caller')}`
  return row ?? null
}

type OperationKey = Pick<OperationBase, 'merchantId' | 'operationId'>

/** The end of an operation. */
export interface FinishItem extends Lease {
  sealedAnswer: Buffer
  at: Date
}

/** False when the lease was lost: then the operation is somebody else's to finish. */
export async function finishOperation(db: Queryable, item: FinishItem): Promise<boolean> {
  const rows = await finishFragment(db, [item], item.merchantId)
  return rows.length > 0
}

/** Returns the operations whose lease holds: those that have ended have none. */
export function finishFragment(db: Queryable, items: FinishItem[], merchantId: string | null) {
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
      ${ofMerchant(db, 'o.merchant_id', merchantId)}
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
export async function releaseLease(db: Db, operation: LeasedBase): Promise<void> {
  const afterMs = recoverAfterMs(operation)
  const later = db`statement_timestamp() + ${afterMs}::int * interval '1 millisecond'`
  await db`
    update operations set lease_until = statement_timestamp(), recover_at = ${afterMs === null ? db`recover_at` : later}
    where ${isHeldFragment(db, operation)}`
}

const isHeldFragment = (db: Queryable, { merchantId, operationId, leaseId }: Lease) => db`
  merchant_id = ${merchantId} and operation_id = ${operationId} and lease_id = ${leaseId}`

/** An operation and the lease under which it is held. */
export type Lease = Pick<OperationBase, 'merchantId' | 'operationId' | 'leaseId'>

/** On a cluster, of one merchant. One that somebody has locked is being ended, and is not waited for. */
export async function renewLeases(db: Db, leases: Lease[]): Promise<void> {
  const merchantId = merchantOf(db, leases)
  if (merchantId === null) await renewInOne(db, leases, null)
  else await briefly(db, tx => renewInOne(tx, leases, merchantId))
}

async function renewInOne(db: Queryable, leases: Lease[], merchantId: string | null): Promise<void> {
  await db`
    with held as materialized (
      select o.merchant_id, o.operation_id from operations o
        join unnest(${leases.map(lease => lease.merchantId)}::text[], ${leases.map(lease => lease.operationId)}::text[],
          ${leases.map(lease => lease.leaseId)}::text[]) as held (merchant_id, operation_id, lease_id)
        on o.merchant_id = held.merchant_id and o.operation_id = held.operation_id and o.lease_id = held.lease_id
      where o.state = 'started' and o.lease_until > statement_timestamp() ${ofMerchant(db, 'o.merchant_id', merchantId)}
      for update of o skip locked
    )
    update operations o set lease_until = ${leaseEnd(db)}
    from held where o.merchant_id = held.merchant_id and o.operation_id = held.operation_id
      ${ofMerchant(db, 'o.merchant_id', merchantId)}`
}

/** An earlier operation of a kind on a payment, as a call without a key sees it. */
export type EarlierOperation = Operation & {
  /** This call may be a retry of it. */
  isIdentical: boolean
  /** A try has ended without an outcome, even if another is under way. */
  isUnknown: boolean
}

/** Those not ended yet, and identical ones whose answer nobody was seen to get. */
export async function earlierOperations(
  db: Queryable,
  { merchantId, kind, digest }: OperationRequest,
  paymentId: PaymentId,
): Promise<EarlierOperation[]> {
  return await db<EarlierOperation[]>`
    select ${columns(db)}, answer_owed and request_digest = ${digest} as is_identical,
      state = 'started' and (lease_until <= statement_timestamp() or recover_at is not null) as is_unknown
    from operations
    where merchant_id = ${merchantId} and payment_id = ${paymentId} and kind = ${kind}
      and (state = 'started' or (state = 'done' and answer_owed and request_digest = ${digest}
        and settled_at > now() - interval '1 day'))
    order by operation_id`
}

/** A caller has the answer, so that it is owed to nobody any more. */
export const acknowledgeAnswer = inBatches(acknowledgeAnswers, {
  touches: ({ operationId }) => [operationId],
  merchant: ({ merchantId }) => merchantId,
})

async function acknowledgeAnswers(db: Db, operations: OperationKey[]): Promise<undefined[]> {
  await db`
    update operations set answer_owed = false
    where (merchant_id, operation_id) in (select * from unnest(${operations.map(({ merchantId }) => merchantId)}::text[],
        ${operations.map(({ operationId }) => operationId)}::text[]))
      and answer_owed ${ofMerchant(db, 'merchant_id', merchantOf(db, operations))}`
  return operations.map(() => undefined)
}
