import { setTimeout } from 'node:timers/promises'
import { unseal } from '../crypto.ts'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import { problems } from '../problems.ts'
import { refusalProblem } from '../processors/refusal-problem.ts'
import { describeSpan } from '../tracing/span.ts'
import type { Refused } from './ask-once.ts'
import type { OperationDeps } from './deps.ts'
import {
  type LeasedOperation,
  type Operation,
  type OperationKind,
  type OperationRequest,
  reached,
} from './operation.ts'
import {
  acknowledgeAnswer,
  type EarlierOperation,
  earlierOperations,
  findOperation,
  finishOperation,
  readOperation,
  recoverSoon,
  releaseLease,
  resumeOperation,
} from './operations.sql.ts'

/** The body of a successful answer, byte for byte. */
export interface Reply {
  body: string
  replayed: boolean
  /** Call it once the caller has received the answer. Absent if nothing depends on that. */
  acknowledge?: () => Promise<void>
}

/** A call that has already begun: it has an answer, or an operation that we can complete now. */
export type Known<Kind extends OperationKind> =
  | { kind: 'answered'; reply: Reply }
  | { kind: 'open'; operation: LeasedOperation<Kind> }

/**
 * Finds a call that is answered or in progress here. Null for a new call: its key was never used, or was freed by a
 * refusal, or it has no key and cannot be a retry.
 */
export async function findEarlier<Kind extends OperationKind>(
  deps: OperationDeps,
  request: OperationRequest<Kind>,
): Promise<Known<Kind> | null> {
  if (request.idempotencyKey === null) return await waitForEarlier(deps, request)
  const earlier = await findOperation(deps.db, request)
  if (!earlier || earlier.state === 'refused') return null
  if (!earlier.requestDigest.equals(request.digest)) throw problems.idempotencyConflict()
  if (earlier.state === 'done') return { kind: 'answered', reply: storedAnswer(deps, earlier) }
  const operation = await resumeOperation(deps.db, earlier)
  if (!operation) throw problems.inProgress()
  // in between, it may have been refused and restarted with another body
  if (!operation.requestDigest.equals(request.digest)) {
    await releaseLease(deps.db, operation)
    throw problems.idempotencyConflict()
  }
  return { kind: 'open', operation }
}

/**
 * The earlier operation that a call without a key may be retrying blindly: one with an unknown outcome, an identical
 * one in progress, or an identical one whose answer may not have arrived. Its end shows whether this is a retry.
 */
export function mayRepeat(request: OperationRequest, all: EarlierOperation[]): EarlierOperation | null {
  const earlier = all.filter(({ kind }) => kind === request.kind)
  return (
    earlier.find(({ isUnknown }) => isUnknown) ??
    earlier.find(({ state, isIdentical }) => state === 'started' && isIdentical) ??
    earlier.find(({ state }) => state === 'done') ??
    null
  )
}

/** About a second in all: an answer that reaches its caller is acknowledged much sooner. */
const pausesMs = [0, 10, 20, 40, 80, 150, 300, 400]

/**
 * Makes a call without a key wait for an identical earlier one. If the caller of the earlier one received its answer,
 * this is a new request. If not, this is a retry and gets the same answer, until one of them receives it. Null if there
 * is nothing to wait for.
 */
async function waitForEarlier<Kind extends OperationKind>(
  deps: OperationDeps,
  request: OperationRequest<Kind>,
): Promise<Known<Kind> | null> {
  let before: EarlierOperation | null = null
  for (let i = 0; i < pausesMs.length; i++) {
    await setTimeout(pausesMs[i])
    const earlier = mayRepeat(request, await earlierOperations(deps.db, request))
    if (!earlier) return null
    if (earlier.isUnknown) {
      await recoverSoon(deps.db, earlier)
      throw problems.inProgress('The outcome of an earlier request on this payment is not known yet.')
    }
    // the queue has moved, so the wait starts again
    if (before && before.operationId !== earlier.operationId) i = 0
    before = earlier
  }
  if (before?.state !== 'done')
    throw problems.inProgress('An identical request on this payment is still in progress.')
  return { kind: 'answered', reply: storedAnswer(deps, before) }
}

/** Completes an operation while renewing its lease. Used by new operations, retries and the recovery job. */
export async function underLease(
  deps: OperationDeps,
  operation: LeasedOperation,
  complete: () => Promise<Reply>,
): Promise<Reply> {
  const { operationId, paymentId: id, attempt } = operation
  describeSpan({ 'svcpay.operation_id': operationId, 'svcpay.payment_id': id, 'svcpay.attempt': attempt })
  const reply = await deps.leases.hold(operation, complete).catch(error => {
    // the processor may have acted, so the caller must not hear that nothing happened
    throw isDatabaseUnavailable(error) ? problems.outcomeUnrecorded() : error
  })
  // its recovery had been postponed, and others may have been postponed for the same reason
  if (operation.resumes > 1) await recoverSoon(deps.db).catch(() => {})
  return reply
}

/** The answer, after an attempt to write it; if the lease was lost, the answer of the new holder. */
export async function answerOf(
  deps: OperationDeps,
  operation: LeasedOperation,
  { body, isOurs }: { body: string; isOurs: boolean },
): Promise<Reply> {
  if (!isOurs) return await answerOfNewHolder(deps, operation)
  reached('settled', operation)
  return owed(deps, operation, { body, replayed: false })
}

/** Longer than most calls to the processor, and than a lease. */
const looks = { count: 50, everyMs: 200 }

/** This process lost the lease during a pause, so the answer of the new holder counts. Waits for it. */
export async function answerOfNewHolder(deps: OperationDeps, operation: LeasedOperation): Promise<Reply> {
  for (let i = 0; i < looks.count; i++) {
    const others = await readOperation(deps.db, operation)
    if (others?.state === 'done') return storedAnswer(deps, others)
    // refused, or lost in a failover
    if (others?.state !== 'started') break
    await setTimeout(looks.everyMs)
  }
  throw problems.inProgress()
}

/** The answer of a finished operation. It holds client secrets, so it is sealed. */
function storedAnswer(deps: OperationDeps, operation: Operation): Reply {
  const { operationId, response } = operation
  if (!response) throw new Error(`operation ${operationId} has no response`)
  const body = unseal(deps.encryptionKeys, operationId, response)
  return owed(deps, operation, { body, replayed: true })
}

/** An answer is owed until a caller has received it. */
function owed({ db }: OperationDeps, operation: Operation, reply: Reply): Reply {
  return operation.answerOwed ? { ...reply, acknowledge: () => acknowledgeAnswer(db, operation) } : reply
}

/** Records a refusal, which frees the key: the caller may make the same request again. */
export async function refuse(
  deps: OperationDeps,
  operation: LeasedOperation,
  { refusal, attempt }: Refused,
): Promise<Reply> {
  const isOurs = await finishOperation(deps.db, { ...operation, refusal, attempt, at: deps.clock.now() })
  if (!isOurs) return await answerOfNewHolder(deps, operation)
  throw refusalProblem(refusal)
}

/** The outcome is unknown. Releases the lease, so that the next caller or the job asks again with the same key. */
export async function leaveOpen(deps: OperationDeps, operation: LeasedOperation): Promise<never> {
  await releaseLease(deps.db, operation)
  throw problems.outcomeUnknown()
}
