import { setTimeout } from 'node:timers/promises'
import { unseal } from '../crypto.ts'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import { problems } from '../problems.ts'
import { refusalProblem } from '../processors/refusal-problem.ts'
import { describeSpan } from '../tracing/span.ts'
import type { Refused } from './ask-once.ts'
import type { OperationDeps } from './deps.ts'
import { type LeasedOperation, type Operation, reached } from './operation.ts'
import {
  acknowledgeAnswer,
  finishOperation,
  readOperation,
  recoverSoon,
  releaseLease,
} from './operations.sql.ts'

/** The body of a successful answer, byte for byte. */
export interface Reply {
  body: string
  replayed: boolean
  /** Call it once the caller has received the answer. Absent if nothing depends on that. */
  acknowledge?: () => Promise<void>
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
  // its recovery had been postponed, and what delayed it may also have delayed others
  if (operation.resumes > 1) await recoverSoon(deps.db).catch(() => {})
  return reply
}

/** The answer, after an attempt to write it; if the lease was lost, the answer of the new holder. */
export async function answerOf(
  deps: OperationDeps,
  operation: LeasedOperation,
  { body, isOurs }: { body: string; isOurs: boolean },
): Promise<Reply> {
  if (!isOurs) return await othersAnswer(deps, operation)
  reached('settled', operation)
  return owed(deps, operation, { body, replayed: false })
}

/** Longer than most calls to the processor, and than a lease. */
const looks = { count: 50, everyMs: 200 }

/** This process lost the lease during a pause, so the answer of the new holder counts. Waits for it. */
export async function othersAnswer(deps: OperationDeps, operation: LeasedOperation): Promise<Reply> {
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
export function storedAnswer(deps: OperationDeps, operation: Operation): Reply {
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
  if (!isOurs) return await othersAnswer(deps, operation)
  throw refusalProblem(refusal)
}

/** The outcome is unknown. Releases the lease, so that the next caller or the job asks again with the same key. */
export async function leaveOpen(deps: OperationDeps, operation: LeasedOperation): Promise<never> {
  await releaseLease(deps.db, operation)
  throw problems.outcomeUnknown()
}
