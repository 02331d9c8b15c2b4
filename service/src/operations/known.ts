import { setTimeout } from 'node:timers/promises'
import { problems } from '../problems.ts'
import type { OperationDeps } from './deps.ts'
import { type Reply, storedAnswer } from './end.ts'
import type { LeasedOperation, OperationKind, OperationRequest } from './operation.ts'
import {
  type EarlierOperation,
  earlierOperations,
  findOperation,
  recoverSoon,
  releaseLease,
  resumeOperation,
} from './operations.sql.ts'

/** A call that has already begun: it has an answer, or an operation that we can complete now. */
export type Known<Kind extends OperationKind> =
  | { kind: 'answered'; reply: Reply }
  | { kind: 'open'; operation: LeasedOperation<Kind> }

/**
 * Finds a call that is answered or in progress here. Null for a new one: its key was never used, or was freed by a
 * refusal, or it has none and there is nothing that it could repeat.
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
