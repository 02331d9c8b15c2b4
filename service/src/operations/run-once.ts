import { type MerchantId, newOperationId } from '../ids.ts'
import { Problem, type ProblemCode, problems } from '../problems.ts'
import type { Outcome, Processor, Refusal } from '../processors/port.ts'
import { refusalProblem } from '../processors/refusal-problem.ts'
import { askOnce } from './ask-once.ts'
import { refuse, surrender } from './conclude.ts'
import { type Entered, enterExisting, type GateDeps, type Reply, replyOfOthers, sealReply } from './gate.ts'
import { type Claimed, digestOf, type OperationRequest, type OtherOperationKind } from './operation.ts'
import { findOperation, finishOperation, insertOperation, restartOperation } from './operations.sql.ts'

export interface OnceRequest<Intent extends object> {
  merchantId: MerchantId
  kind: OtherOperationKind
  /** Null: nobody asked for once, so nothing is kept. */
  idempotencyKey: string | null
  /** What makes two requests the same one. */
  body: unknown
  intent: Intent
}

export interface Doing<Intent, Value> {
  processor: Pick<Processor, 'keysLastMs'>
  /** With the intent of whoever came first under the key, and with one processor key for all its tries. */
  ask(intent: Intent, processorKey: string): Promise<Outcome<Value>>
  /** What a try under the processor key has made; not given for what may well be made twice. */
  find?(processorKey: string, since: Date): Promise<Outcome<Value | null>>
  present(value: Value): object
}

/** Idempotency for calls that move no money: the answer is kept and replayed as for those that do. */
export async function runOnce<Intent extends object, Value>(
  deps: GateDeps,
  request: OnceRequest<Intent>,
  doing: Doing<Intent, Value>,
): Promise<Reply> {
  if (request.idempotencyKey === null) {
    const outcome = await doing.ask(request.intent, newOperationId())
    if (outcome.kind === 'refused') throw refusalProblem(outcome.refusal)
    if (outcome.kind === 'unknown') throw problems.outcomeUnknown()
    return { body: JSON.stringify(doing.present(outcome.value)), replayed: false }
  }
  const entered = await enter(deps, request)
  if (entered.kind === 'reply') return entered.reply
  const { operation } = entered
  const { find } = doing
  const outcome = await askOnce(deps, operation, doing.processor, {
    ask: key => doing.ask(operation.intent as Intent, key),
    ...(find ? { find: key => find(key, operation.createdAt) } : {}),
  }).catch(error => giveUp(deps, operation, error))
  if (outcome.kind === 'unknown') throw await surrender(deps, operation)
  if (outcome.kind === 'refused') {
    const refused = await deps.db.begin(tx => refuse(tx, deps, operation, outcome.refusal))
    throw refused ? refusalProblem(outcome.refusal) : problems.inProgress()
  }
  return await settle(deps, operation, JSON.stringify(doing.present(outcome.value)))
}

const leavesOpen = new Set<ProblemCode>(['in_progress', 'outcome_unknown', 'internal_error'])

/** A use case inside can have its own no: a definite one frees the key, anything else leaves it to a retry. */
async function giveUp(deps: GateDeps, operation: Claimed, error: unknown): Promise<never> {
  if (error instanceof Problem && !leavesOpen.has(error.code)) {
    const refusal: Refusal = { reason: 'invalid', code: error.code, message: error.message }
    await deps.db.begin(tx => refuse(tx, deps, operation, refusal))
  } else await surrender(deps, operation)
  throw error
}

/** The same for a use case of ours, which says no by itself. */
export async function runUseCaseOnce(
  deps: GateDeps,
  request: OnceRequest<object>,
  useCase: () => Promise<object>,
): Promise<Reply> {
  return await runOnce(deps, request, {
    processor: { keysLastMs: Number.POSITIVE_INFINITY },
    ask: async () => ({ kind: 'done', value: await useCase() }),
    present: value => value,
  })
}

async function settle(deps: GateDeps, operation: Claimed, body: string): Promise<Reply> {
  const response = sealReply(deps, operation, body)
  const finished = await deps.db.begin(tx => finishOperation(tx, operation, response, deps.clock.now()))
  return finished ? { body, replayed: false } : await replyOfOthers(deps, operation)
}

async function enter<Intent extends object>(deps: GateDeps, once: OnceRequest<Intent>): Promise<Entered> {
  const { merchantId, kind, idempotencyKey, intent } = once
  const request: OperationRequest = { merchantId, kind, idempotencyKey, digest: digestOf(once.body) }
  const now = deps.clock.now()
  const fresh = { ...request, operationId: newOperationId(), paymentId: null, intent }
  const inserted = await insertOperation(deps.db, fresh, now)
  if (inserted) return { kind: 'perform', operation: inserted }
  const existing = await findOperation(deps.db, request)
  if (!existing) throw problems.inProgress()
  const entered = await enterExisting(deps, existing, request)
  if (entered !== 'restart') return entered
  const restarted = await restartOperation(deps.db, existing, { ...request, paymentId: null, intent }, now)
  if (!restarted) throw problems.inProgress()
  return { kind: 'perform', operation: restarted }
}
