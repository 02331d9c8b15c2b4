import { randomUUID } from 'node:crypto'
import { type Db, type Fragment, type Queryable, recordset, when } from '../db/db.ts'
import { briefly, claimAcross, merchantOf, ofMerchant } from '../db/per-merchant.ts'
import { inSteps, type Step } from '../db/steps.ts'
import type { Refusal } from '../processors/outcomes.ts'
import {
  type Lease,
  type LeasedOperation,
  type Operation,
  type OperationKind,
  type OperationRequest,
  recoverAfterMs,
} from './operation.ts'

const columns = (db: Queryable) => db`
  o.merchant_id, o.operation_id, o.kind, o.payment_id, o.intent as arguments, o.attempt, o.state, o.request_digest,
  o.response, o.answer_owed, o.created_at, o.traceparent`

/** The holder renews its lease (leases.ts). If the holder dies, another process can continue after this time. */
const leaseFor = '3 seconds'
export const leaseEnd = (db: Queryable) => db`statement_timestamp() + ${leaseFor}::interval`

export async function findOperation<Kind extends OperationKind>(
  db: Queryable,
  request: OperationRequest<Kind>,
): Promise<Operation<Kind> | null> {
  const { merchantId, kind, idempotencyKey, callKey } = request
  const [row] = await db<Operation<Kind>[]>`
    select ${columns(db)} from operations o
    where o.merchant_id = ${merchantId} and o.kind = ${kind} and o.idempotency_key in (${idempotencyKey}, ${callKey})
    order by o.idempotency_key = ${callKey} desc limit 1`
  return row ?? null
}

type OperationKey = Pick<Operation, 'merchantId' | 'operationId'>

export async function readOperation(db: Db, key: OperationKey): Promise<Operation | null> {
  const [row = null] = await db<Operation[]>`
    select ${columns(db)} from operations o
    where o.merchant_id = ${key.merchantId} and o.operation_id = ${key.operationId}`
  return row
}

/** Takes the lease of an operation; null if another process holds it. */
export async function resumeOperation<Kind extends OperationKind>(
  db: Queryable,
  { merchantId, operationId }: Operation<Kind>,
): Promise<LeasedOperation<Kind> | null> {
  const [resumed = null] = await resumeOperations<LeasedOperation<Kind>>(db, 'caller', merchantId, {
    take: db`recover_at = coalesce(p.recover_at, p.lease_until)`,
    where: db`p.operation_id = ${operationId} and p.lease_until <= statement_timestamp()`,
  })
  return resumed
}

/** Takes the leases of open operations `p`. */
export async function resumeOperations<Resumed extends LeasedOperation>(
  db: Queryable,
  resumedBy: LeasedOperation['resumedBy'],
  merchantId: string | null,
  { take, where }: { take: Fragment; where: Fragment },
): Promise<Resumed[]> {
  return await db<Resumed[]>`
    update open_operations p set lease_id = ${randomUUID()}, lease_until = ${leaseEnd(db)}, ${take}
    from operations o
    where ${where} and o.merchant_id = p.merchant_id and o.operation_id = p.operation_id
      ${ofMerchant(db, 'p.merchant_id', merchantId)} ${ofMerchant(db, 'o.merchant_id', merchantId)}
    returning ${columns(db)}, p.lease_id, p.resumes, ${resumedBy}::text as resumed_by`
}

/** The end of an operation: its answer, or why it was refused. */
export interface Ending extends Lease {
  at: Date
  sealedAnswer?: Buffer
  refusal?: Pick<Refusal, 'reason' | 'code' | 'message'>
  /** The first attempt of the next request under the key, if it differs. */
  attempt?: number
  /** The object that it created, for later steps. */
  made?: object
}

/** False if the lease was lost: its new holder finishes the operation. */
export async function finishOperation(db: Queryable, ending: Ending): Promise<boolean> {
  const [ended, written] = endSteps(db, [ending])
  return (await inSteps(db, [ended], written)).length > 0
}

/**
 * Later steps join `ended`: the operations whose lease was still held, with the objects that they created. Success
 * removes the arguments, except the key by which an event is matched to the call that caused it.
 */
export function endSteps(db: Queryable, endings: Ending[]): [Step, Step] {
  const rows = endings.map(({ sealedAnswer, refusal: why, attempt, at, made, ...lease }) => {
    const answer = sealedAnswer?.toString('base64')
    const refusal = why && `${why.code ?? why.reason}: ${why.message}`
    return { refusal, attempt, at, answer, made, ...leaseRow(lease) }
  })
  const returns = db`${leaseColumns(db)}, answer text, refusal text, attempt int, at timestamptz, made jsonb`
  const merchantId = merchantOf(db, endings)
  const ended = {
    name: 'ended',
    statement: db`
      delete from open_operations p using ${recordset(db, rows, returns)} as held
      where ${isHeld(db)} ${ofMerchant(db, 'p.merchant_id', merchantId)}
      returning held.*`,
    returns,
  }
  const written = {
    name: 'written',
    reads: ['ended'],
    statement: db`
      update operations o set state = case when e.refusal is null then 'done' else 'refused' end,
        intent = case when e.refusal is null then coalesce(jsonb_set('{}', '{callKey}', o.intent -> 'callKey'), '{}')
          else o.intent end,
        response = decode(e.answer, 'base64'), refusal = e.refusal, attempt = coalesce(e.attempt, o.attempt),
        settled_at = e.at
      from ended e
      where o.merchant_id = e.merchant_id and o.operation_id = e.operation_id
        ${ofMerchant(db, 'o.merchant_id', merchantId)}
      returning o.operation_id`,
  }
  return [ended, written]
}

/** Stores the number of the next attempt. False if the lease was lost. */
export async function countAttempt(db: Queryable, lease: Lease, attempt: number): Promise<boolean> {
  const { merchantId, operationId, leaseId } = lease
  const counted = await db`
    update operations o set attempt = ${attempt}
    from open_operations p
    where o.merchant_id = ${merchantId} and o.operation_id = ${operationId} and p.merchant_id = ${merchantId}
      and p.operation_id = ${operationId} and p.lease_id = ${leaseId}
    returning 1`
  return counted.length > 0
}

const leaseRow = ({ merchantId, operationId, leaseId }: Lease) => {
  return { merchant_id: merchantId, operation_id: operationId, lease_id: leaseId }
}
const leaseColumns = (db: Queryable) => db`merchant_id text, operation_id text, lease_id text`
const isHeld = (db: Queryable) => db`
  p.merchant_id = held.merchant_id and p.operation_id = held.operation_id and p.lease_id = held.lease_id`

/** The outcome is unknown: the key stays taken, and the next caller may continue at once. */
export async function releaseLease(db: Db, operation: LeasedOperation): Promise<void> {
  const isDue = (ms: number) =>
    db`, recover_at = statement_timestamp() + ${ms}::int * interval '1 millisecond'`
  await db`
    update open_operations set lease_until = statement_timestamp() ${when(db, recoverAfterMs(operation), isDue)}
    where merchant_id = ${operation.merchantId} and operation_id = ${operation.operationId}
      and lease_id = ${operation.leaseId}`
}

/** On a cluster, all leases must be one merchant's. Skips locked rows, because those operations are being finished. */
export async function renewLeases(db: Db, leases: Lease[]): Promise<void> {
  const merchantId = merchantOf(db, leases)
  const renew = (db: Queryable) => db`
    update open_operations set lease_until = ${leaseEnd(db)}
    where ctid = any(array(
      select p.ctid from open_operations p
        join ${recordset(db, leases.map(leaseRow), leaseColumns(db))} as held on ${isHeld(db)}
      where p.lease_until > statement_timestamp() ${ofMerchant(db, 'p.merchant_id', merchantId)}
      for update of p skip locked))
      ${ofMerchant(db, 'merchant_id', merchantId)}`
  await (merchantId === null ? renew(db) : briefly(db, renew))
}

/** The maximum number of operations to bring forward at a time. */
const broughtForward = 1000

/** Brings postponed recoveries forward when an outage seems to be over or a caller is waiting, but not too often. */
export async function recoverSoon(db: Db, only: OperationKey | null = null): Promise<void> {
  const soon = db`now() + interval '2 seconds'`
  const isPutOff = db`lease_until <= now() and recover_at > ${soon} ${when(db, only, ({ operationId }) => db`and operation_id = ${operationId}`)}`
  const bringForward = (tx: Queryable, most: number, merchantId: string | null) => tx<object[]>`
    update open_operations set recover_at = ${soon}
    where ctid = any(array(
      select ctid from open_operations where ${isPutOff} ${ofMerchant(db, 'merchant_id', merchantId)}
      limit ${most} for update skip locked))
      ${ofMerchant(db, 'merchant_id', merchantId)}
    returning operation_id`
  if (only) await bringForward(db, 1, only.merchantId)
  else {
    const found = (most: number) =>
      db`select merchant_id from open_operations where ${isPutOff} limit ${most}`
    await claimAcross(db, broughtForward, found, bringForward)
  }
}

/** An earlier operation, as a call on the same payment sees it. */
export type EarlierOperation = Operation & {
  hasSameKey: boolean
  /** This call may be a retry of it. */
  isIdentical: boolean
  /** A try ended without an outcome, even if another is under way: `recover_at` is null only during the first. */
  isUnknown: boolean
}

/** The payment's open operations, identical ones whose answer is still owed, and the one with the key. */
export async function earlierOperations(db: Queryable, call: OperationRequest): Promise<EarlierOperation[]> {
  const { merchantId, kind, paymentId, idempotencyKey, callKey, digest } = call
  const hasSameKey = db`o.kind = ${kind} and o.idempotency_key in (${idempotencyKey}, ${callKey})`
  return await db<EarlierOperation[]>`
    select ${columns(db)}, coalesce(${hasSameKey}, false) as has_same_key,
      o.kind = ${kind} and o.answer_owed and o.request_digest = ${digest} as is_identical,
      o.state = 'started' and (p.lease_until <= statement_timestamp() or p.recover_at is not null) as is_unknown
    from operations o
      left join open_operations p on p.merchant_id = o.merchant_id and p.operation_id = o.operation_id
    where o.merchant_id = ${merchantId} and (${hasSameKey} or o.payment_id = ${paymentId} and (o.state = 'started'
      or o.state = 'done' and o.kind = ${kind} and o.answer_owed and o.request_digest = ${digest}
        and o.settled_at > now() - interval '1 day'))
    order by o.operation_id`
}

export async function acknowledgeAnswer(db: Db, { merchantId, operationId }: OperationKey): Promise<void> {
  await db`
    update operations set answer_owed = false
    where merchant_id = ${merchantId} and operation_id = ${operationId} and answer_owed`
}
