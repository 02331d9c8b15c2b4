import { setTimeout } from 'node:timers/promises'
import { problems } from '../problems.ts'
import type { OperationDeps } from './deps.ts'
import { type Reply, storedAnswer } from './end.ts'
import type { LeasedOperation, OperationKind, OperationRequest } from './operation.ts'
import {
  type EarlierOperation,
  earlierOperations,
  findOperation,
  releaseLease,
  resumeOperation,
} from './operations.sql.ts'
import { recoverSoon } from './stalled.sql.ts'

/** A call that needs no beginning: it has its answer, or an operation that is ours to complete. */
export type Known<Kind extends OperationKind> =
  | { kind: 'answered'; reply: Reply }
  | { kind: 'open'; operation: LeasedOperation<Kind> }

/** What is known of a call by its key. Null when the key is free: never used, or freed by a refusal. */
export async function findByKey<Kind extends OperationKind>(
  deps: OperationDeps,
  request: OperationRequest<Kind>,
): Promise<Known<Kind> | null> {
  const earlier = request.idempotencyKey === null ? null : await findOperation(deps.db, request)
  if (!earlier || earlier.state === 'refused') return null
  if (!earlier.requestDigest.equals(request.digest)) throw problems.idempotencyConflict()
  if (earlier.state === 'done') return { kind: 'answered', reply: storedAnswer(deps, earlier) }
  const operation = await resumeOperation(deps.db, earlier)
  if (!operation) throw problems.inProgress()
  // it may have been refused and begun anew in between
  if (!operation.requestDigest.equals(request.digest)) {
    await releaseLease(deps.db, operation)
    throw problems.idempotencyConflict()
  }
  return { kind: 'open', operation }
}

/**
 * The earlier operation that a call without a key may be a blind retry of: one whose outcome is unknown, an identical
 * one that is under way, or one whose answer is. Its end shows whether this is a retry.
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
 * A call without a key waits for an identical earlier one. If that caller received its answer, this is a new request;
 * if not, this is a retry and gets that answer, until one of them has received it. Null: nothing to wait for.
 */
export async function waitForEarlier<Kind extends OperationKind>(
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
    // another one is first: the queue moves
    if (before && before.operationId !== earlier.operationId) i = 0
    before = earlier
  }
  if (before?.state !== 'done')
    throw problems.inProgress('An identical request on this payment is still in progress.')
  return { kind: 'answered', reply: storedAnswer(deps, before) }
}
