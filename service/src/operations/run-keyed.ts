import { type MerchantId, newOperationId } from '../ids.ts'
import { problems } from '../problems.ts'
import type { Outcome } from '../processors/outcomes.ts'
import { refusalProblem } from '../processors/refusal-problem.ts'
import { type Reply, sealAnswer } from './answer.ts'
import { claimOperation } from './claim.sql.ts'
import type { Kind, OperationDeps } from './kind.ts'
import { digestOf, type MoneyKind, type OperationArguments, type OperationKind } from './operation.ts'
import { finishOperation } from './operations.sql.ts'
import { runOperation } from './run-operation.ts'

export type KeyedName = Exclude<OperationKind, MoneyKind>

/** A kind that moves no money: there is nothing to guard, reserve or post, only an answer to keep. */
export interface KeyedKind<Name extends KeyedName, Answer> {
  name: Name
  /** With the arguments of whoever came first under the key, and with one processor key for all its tries. */
  ask(args: OperationArguments[Name], processorKey: string): Promise<Outcome<Answer>>
  /** What the processor's clock says now, and what a try under the key has made. Absent for what may be made twice. */
  readTime?(): Promise<Outcome<Date | null>>
  find?(processorKey: string, since: Date): Promise<Outcome<Answer | null>>
  present(answer: Answer): object
}

export interface KeyedRequest<Name extends KeyedName> {
  merchantId: MerchantId
  /** Null: nobody asked for once, so nothing is kept. */
  idempotencyKey: string | null
  /** What makes two requests the same one. */
  body: unknown
  traceId: string | null
  arguments: OperationArguments[Name]
}

/** Idempotency for calls that move no money: the answer is kept and replayed as for those that do. */
export async function runKeyed<Name extends KeyedName, Answer>(
  deps: OperationDeps,
  kind: KeyedKind<Name, Answer>,
  request: KeyedRequest<Name>,
): Promise<Reply> {
  const { body, arguments: args, ...named } = request
  if (named.idempotencyKey === null) {
    const outcome = await kind.ask(args, newOperationId())
    if (outcome.kind === 'refused') throw refusalProblem(outcome.refusal)
    if (outcome.kind === 'unknown') throw problems.outcomeUnknown()
    return { body: JSON.stringify(kind.present(outcome.value)), replayed: false }
  }
  const call = { ...named, kind: kind.name, digest: digestOf(body), answerOwed: false }
  return await runOperation(deps, asKind(kind), {
    ...call,
    async begin() {
      const wanted = { ...call, paymentId: null, arguments: args, at: deps.clock.now() }
      const operation = await claimOperation(deps.db, wanted)
      return operation && { kind: 'perform', operation }
    },
  })
}

function asKind<Name extends KeyedName, Answer>(
  kind: KeyedKind<Name, Answer>,
): Kind<OperationDeps, Name, Answer> {
  const { readTime, find } = kind
  return {
    name: kind.name,
    ask: (_deps, operation, key) => kind.ask(operation.arguments, key),
    ...(readTime ? { readTime } : {}),
    ...(find ? { find: (_deps, _operation, key, since) => find(key, since) } : {}),
    async finish(deps, operation, answer) {
      const body = JSON.stringify(kind.present(answer))
      const sealedAnswer = sealAnswer(deps, operation, body)
      const isOurs = await finishOperation(deps.db, operation, { sealedAnswer, at: deps.clock.now() })
      return isOurs ? { kind: 'finished', body } : { kind: 'lost' }
    },
  }
}

/** A use case of ours, which says no by a problem of its own. */
export function useCase<Name extends KeyedName>(
  name: Name,
  work: () => Promise<object>,
): KeyedKind<Name, object> {
  return {
    name,
    ask: async () => ({ kind: 'done', value: await work() }),
    present: value => value,
  }
}
