import { isDatabaseUnavailable } from '../db/unavailable.ts'
import { Problem, type ProblemCode, problems } from '../problems.ts'
import type { Outcome, Refusal } from '../processors/outcomes.ts'
import { refusalProblem } from '../processors/refusal-problem.ts'
import { describeSpan, inSpan } from '../tracing/span.ts'
import { openAnswer, type Reply } from './answer.ts'
import { askProcessor } from './ask-processor.ts'
import type { Begun, Kind, OperationCall, OperationDeps } from './kind.ts'
import {
  judge,
  type LeasedBase,
  type LeasedOperation,
  movesMoney,
  type Operation,
  type OperationBase,
  type OperationKind,
  type OperationRequest,
} from './operation.ts'
import {
  acknowledgeAnswer,
  findOperation,
  readOperation,
  refuseOperation,
  releaseLease,
  resumeOperation,
} from './operations.sql.ts'
import { recoverSoon } from './stalled.sql.ts'
import { reached } from './steps.ts'

/**
 * The gate: everything that happens to a call that must act once.
 *
 *   start   one commit: claim the key, guard the state, reserve the amount
 *   ask     the processor, outside any transaction, with a key that follows from the call
 *   finish  one commit: payment, postings, answer
 *
 * The answer may also be a refusal, which frees the key, or stay unknown, which keeps it. Whatever stops between two
 * of these lines is finished by a retry under the same key or by the recovery job.
 */
export async function runOperation<Deps extends OperationDeps, Name extends OperationKind, Answer>(
  deps: Deps,
  kind: Kind<Deps, Name, Answer>,
  call: OperationCall<Name, Answer>,
): Promise<Reply> {
  return await inSpan(`operation ${kind.name}`, { 'svcpay.merchant_id': call.merchantId }, async () => {
    const begun = await start(deps, call)
    if (begun.kind === 'reply') return begun.reply
    if (begun.kind === 'perform') return await performOperation(deps, kind, begun.operation)
    return { ...(await finish(deps, kind, begun.operation, begun.answer)), replayed: true }
  })
}

/** From asking on, under the lease. New operations, retries and the recovery job all come this way. */
export async function performOperation<Deps extends OperationDeps, Name extends OperationKind, Answer>(
  deps: Deps,
  kind: Kind<Deps, Name, Answer>,
  operation: LeasedOperation<Name>,
): Promise<Reply> {
  const { operationId, paymentId, attempt, resumes } = operation
  describeSpan({
    'svcpay.operation_id': operationId,
    'svcpay.payment_id': paymentId,
    'svcpay.attempt': attempt,
  })
  const reply = await deps.leases.hold(operation, () => performLeased(deps, kind, operation))
  // it had been put off before: what kept others from an outcome may be over, too
  if (resumes > 1) await recoverSoon(deps.db).catch(() => {})
  return reply
}

async function performLeased<Deps extends OperationDeps, Name extends OperationKind, Answer>(
  deps: Deps,
  kind: Kind<Deps, Name, Answer>,
  operation: LeasedOperation<Name>,
): Promise<Reply> {
  const known = operation.resumedBy ? await kind.known?.(deps, operation) : null
  if (known) return await finish(deps, kind, operation, known)
  const outcome = await askProcessor(deps, kind, operation).catch(error => fail(deps, operation, error))
  return await record(deps, kind, operation, outcome).catch(error => {
    // the processor has acted, or may have: the caller must not be told that nothing happened
    throw isDatabaseUnavailable(error) ? problems.outcomeUnrecorded() : error
  })
}

async function record<Deps extends OperationDeps, Name extends OperationKind, Answer>(
  deps: Deps,
  kind: Kind<Deps, Name, Answer>,
  operation: LeasedOperation<Name>,
  outcome: Outcome<Answer>,
): Promise<Reply> {
  if (outcome.kind === 'unknown') return await leaveOpen(deps, operation)
  if (outcome.kind === 'refused') throw await refuse(deps, kind, operation, outcome.refusal)
  return await finish(deps, kind, operation, outcome.value)
}

async function start<Name extends OperationKind, Answer>(
  deps: OperationDeps,
  call: OperationCall<Name, Answer>,
): Promise<Begun<Name, Answer>> {
  const found = (await call.begin(null)) ?? (await lookUnderKey(deps, call))
  const begun = found?.kind === 'refused' ? await call.begin(found.operation) : found
  if (begun) return begun
  throw (
    call.notBegun ?? problems.inProgress('Another request on the same payment or key is still in progress.')
  )
}

type Found<Name extends OperationKind> = Begun<Name> | { kind: 'refused'; operation: Operation<Name> }

/** Null when the key was not used before. */
async function lookUnderKey<Name extends OperationKind>(
  deps: OperationDeps,
  request: OperationRequest<Name>,
): Promise<Found<Name> | null> {
  const earlier = request.idempotencyKey === null ? null : await findOperation(deps.db, request)
  if (!earlier) return null
  switch (judge(earlier, request.digest)) {
    case 'free':
      return { kind: 'refused', operation: earlier }
    case 'conflict':
      throw problems.idempotencyConflict()
    case 'replay':
      return { kind: 'reply', reply: untilAcknowledged(deps, earlier, openAnswer(deps, earlier)) }
    case 'in_progress':
      throw problems.inProgress()
    case 'resume': {
      const operation = await resumeOperation(deps.db, earlier)
      if (!operation) throw problems.inProgress()
      return { kind: 'perform', operation }
    }
  }
}

async function finish<Deps extends OperationDeps, Name extends OperationKind, Answer>(
  deps: Deps,
  kind: Kind<Deps, Name, Answer>,
  operation: LeasedOperation<Name>,
  answer: Answer,
): Promise<Reply> {
  const finished = await kind.finish(deps, operation, answer)
  if (finished.kind === 'doubtful') return await leaveOpen(deps, operation)
  const reply =
    finished.kind === 'lost'
      ? await answerOfOthers(deps, operation)
      : { body: finished.body, replayed: false }
  reached('settled', operation)
  return untilAcknowledged(deps, operation, reply)
}

/** An answer is owed until a caller has it. */
function untilAcknowledged({ db }: OperationDeps, operation: OperationBase, reply: Reply): Reply {
  return operation.answerOwed ? { ...reply, acknowledge: () => acknowledgeAnswer(db, operation) } : reply
}

/** When the lease was lost, its new holder has finished or is about to; that answer counts. */
async function answerOfOthers(deps: OperationDeps, operation: OperationBase): Promise<Reply> {
  const current = await readOperation(deps.db, operation)
  if (current.state !== 'done') throw problems.inProgress()
  return openAnswer(deps, current)
}

/** A definite no frees the key: the same request may be made again, and asks under a new processor key. */
async function refuse<Deps extends OperationDeps, Name extends OperationKind, Answer>(
  deps: Deps,
  kind: Kind<Deps, Name, Answer>,
  operation: LeasedOperation<Name>,
  answer: Refusal,
): Promise<Problem> {
  const refusal = { ...answer, isReplay: Boolean(answer.isReplay && kind.callersKey?.(operation)) }
  if (kind.refuse) return (await kind.refuse(deps, operation, refusal)) ?? problems.inProgress()
  const isOurs = await refuseOperation(deps.db, operation, refusal, deps.clock.now())
  return isOurs ? refusalProblem(refusal) : problems.inProgress()
}

/** Releases the lease, so that the next caller can ask again with the same processor key. */
async function leaveOpen(deps: OperationDeps, operation: LeasedBase): Promise<never> {
  await releaseLease(deps.db, operation)
  throw problems.outcomeUnknown()
}

const leavesOpen = new Set<ProblemCode>(['in_progress', 'outcome_unknown', 'internal_error'])

/**
 * Where no money moves, our own use case may refuse, which frees the key. Where money moves, only the processor
 * refuses: after an error the lease runs out, and the next caller continues.
 */
async function fail(deps: OperationDeps, operation: LeasedBase, error: unknown): Promise<never> {
  if (movesMoney(operation.kind)) throw error
  if (error instanceof Problem && !leavesOpen.has(error.code)) {
    const refusal = { reason: 'invalid', code: error.code, message: error.message } as const
    await refuseOperation(deps.db, operation, refusal, deps.clock.now())
  } else await releaseLease(deps.db, operation)
  throw error
}
