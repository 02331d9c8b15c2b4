import { setTimeout } from 'node:timers/promises'
import type { PaymentId } from '../ids.ts'
import { problems } from '../problems.ts'
import { openAnswer } from './answer.ts'
import type { OperationDeps } from './deps.ts'
import type { Known } from './find-known.ts'
import type { OperationKind, OperationRequest } from './operation.ts'
import { acknowledgeAnswer, type EarlierOperation, earlierOperations } from './operations.sql.ts'
import { recoverSoon } from './stalled.sql.ts'

/** What earlier operations mean for a call without a key, which may be a blind retry of one of them. */
type Earlier =
  | { kind: 'none' }
  /** Its outcome is unknown. */
  | { kind: 'unknown'; operation: EarlierOperation }
  /** It, or its answer, is under way: its end shows whether this is a retry. */
  | { kind: 'underway' | 'owed'; operation: EarlierOperation }

export function judgeEarlier(request: OperationRequest, operations: EarlierOperation[]): Earlier {
  const earlier = operations.filter(({ kind }) => kind === request.kind)
  const unknown = earlier.find(({ isUnknown }) => isUnknown)
  if (unknown) return { kind: 'unknown', operation: unknown }
  const underway = earlier.find(({ state, isIdentical }) => state === 'started' && isIdentical)
  if (underway) return { kind: 'underway', operation: underway }
  const owed = earlier.find(({ state }) => state === 'done')
  return owed ? { kind: 'owed', operation: owed } : { kind: 'none' }
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
  paymentId: PaymentId,
): Promise<Known<Kind> | null> {
  let before: Earlier = { kind: 'none' }
  for (let i = 0; i < pausesMs.length; i++) {
    await setTimeout(pausesMs[i])
    const earlier = judgeEarlier(request, await earlierOperations(deps.db, request, paymentId))
    if (earlier.kind === 'none') return null
    if (earlier.kind === 'unknown') {
      await recoverSoon(deps.db, earlier.operation)
      throw problems.inProgress('The outcome of an earlier request on this payment is not known yet.')
    }
    // another one is first: the queue moves
    if ('operation' in before && before.operation.operationId !== earlier.operation.operationId) i = 0
    before = earlier
  }
  if (before.kind === 'owed') {
    const { operation } = before
    const acknowledge = () => acknowledgeAnswer(deps.db, operation)
    return { kind: 'answered', reply: { ...openAnswer(deps, operation), acknowledge } }
  }
  throw problems.inProgress('An identical request on this payment is still in progress.')
}
