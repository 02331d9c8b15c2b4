import { seal } from '../crypto.ts'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import { newOperationId } from '../ids.ts'
import { Problem, type ProblemCode, problems } from '../problems.ts'
import { refusalProblem } from '../processors/refusal-problem.ts'
import { currentTraceparent, inSpan } from '../tracing/span.ts'
import { askOnce, type Question } from './ask-once.ts'
import { claimOperations } from './claim.sql.ts'
import type { OperationDeps } from './deps.ts'
import {
  callKeyOf,
  digestOf,
  type LeasedOperation,
  type MoneyKind,
  type OperationArguments,
  type OperationKind,
  type OperationRequest,
} from './operation.ts'
import { finishOperation, releaseLease } from './operations.sql.ts'
import { answerOf, findEarlier, leaveOpen, type Reply, refuse, underLease } from './reply.ts'

type KeyedName = Exclude<OperationKind, MoneyKind>

/** A call that moves no money: there is nothing to guard, reserve or post, only an answer to keep. */
export interface KeyedCall<Name extends KeyedName, Answer extends object> {
  name: Name
  /** Builds the question from the arguments of the first call with the key. */
  question(args: OperationArguments[Name]): Question<Answer>
}

/** Without an idempotency key, no answer is stored. */
interface KeyedRequest<Name extends KeyedName>
  extends Pick<OperationRequest, 'merchantId' | 'idempotencyKey' | 'traceId'> {
  /** Requests with equal bodies are the same request. */
  body: unknown
  arguments: OperationArguments[Name]
}

/** Idempotency for calls that move no money: the answer is stored and replayed, as for calls that move money. */
export async function runKeyed<Name extends KeyedName, Answer extends object>(
  deps: OperationDeps,
  call: KeyedCall<Name, Answer>,
  { body, arguments: args, ...named }: KeyedRequest<Name>,
): Promise<Reply> {
  if (named.idempotencyKey === null) {
    const outcome = await call.question(args).ask(newOperationId())
    if (outcome.kind === 'refused') throw refusalProblem(outcome.refusal)
    if (outcome.kind === 'unknown') throw problems.outcomeUnknown()
    return { body: JSON.stringify(outcome.value), replayed: false }
  }
  const callKey = callKeyOf(named, call.name)
  const wanted = { ...named, kind: call.name, paymentId: null, callKey }
  const request = { ...wanted, digest: digestOf(body), answerOwed: false }
  return await inSpan(`operation ${call.name}`, { 'svcpay.merchant_id': named.merchantId }, async () => {
    const written = { arguments: args, at: deps.clock.now(), traceparent: currentTraceparent() }
    const [begun] = await claimOperations(deps.db, [{ ...request, ...written }])
    const known = begun ? ({ kind: 'open', operation: begun } as const) : await findEarlier(deps, request)
    if (!known) throw problems.inProgress()
    return known.kind === 'answered' ? known.reply : await complete(deps, call, known.operation)
  })
}

async function complete<Name extends KeyedName, Answer extends object>(
  deps: OperationDeps,
  call: KeyedCall<Name, Answer>,
  operation: LeasedOperation<Name>,
): Promise<Reply> {
  const ask = async () => await askOnce(deps, operation, call.question(operation.arguments))
  return await underLease(deps, operation, async () => {
    const outcome = await ask().catch(error => fail(deps, operation, error))
    if (outcome.kind === 'unknown') return await leaveOpen(deps, operation)
    if (outcome.kind === 'refused') return await refuse(deps, operation, outcome)
    const body = JSON.stringify(outcome.value)
    const sealedAnswer = seal(deps.encryptionKeys, operation.operationId, body)
    const isOurs = await finishOperation(deps.db, { ...operation, sealedAnswer, at: deps.clock.now() })
    return await answerOf(deps, operation, { body, isOurs })
  })
}

const leavesOpen = new Set<ProblemCode>(['in_progress', 'outcome_unknown', 'internal_error'])

/** Our own use cases can refuse by throwing a problem, which frees the key. This is safe because no money moves. */
async function fail(deps: OperationDeps, operation: LeasedOperation, error: unknown): Promise<never> {
  if (error instanceof Problem && !leavesOpen.has(error.code)) {
    const refusal = { reason: 'invalid', code: error.code, message: error.message } as const
    await finishOperation(deps.db, { ...operation, refusal, at: deps.clock.now() })
  } else await releaseLease(deps.db, operation)
  throw isDatabaseUnavailable(error) ? problems.unavailable('The database is unreachable.') : error
}

/** One of our own use cases, which runs without a processor and refuses by throwing a problem. */
export function useCase<Name extends KeyedName>(
  name: Name,
  work: () => Promise<object>,
): KeyedCall<Name, object> {
  return { name, question: () => ({ ask: async () => ({ kind: 'done', value: await work() }) }) }
}
