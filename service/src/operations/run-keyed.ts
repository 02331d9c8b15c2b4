import { type MerchantId, newOperationId } from '../ids.ts'
import { problems } from '../problems.ts'
import type { Outcome } from '../processors/outcomes.ts'
import { refusalProblem } from '../processors/refusal-problem.ts'
import { currentTraceparent } from '../tracing/span.ts'
import { type Reply, sealAnswer } from './answer.ts'
import { claimOperation } from './claim.sql.ts'
import type { Kind, OperationDeps } from './kind.ts'
import {
  callKeyOf,
  digestOf,
  type MoneyKind,
  type OperationArguments,
  type OperationKind,
} from './operation.ts'
import { finishOperation } from './operations.sql.ts'
import { runOperation } from './run-operation.ts'

type KeyedName = Exclude<OperationKind, MoneyKind>

/** A kind that moves no money: there is nothing to guard, reserve or post, only an answer to keep. */
export interface KeyedKind<Name extends KeyedName, Answer extends object> {
  name: Name
  /** Uses the arguments of the first call with the key, and one processor key for all tries. */
  ask(args: OperationArguments[Name], processorKey: string): Promise<Outcome<Answer>>
  /** The processor's clock, and what a try under the key has made. Absent for what may be made twice. */
  readTime?(args: OperationArguments[Name]): Promise<Outcome<Date | null>>
  find?(args: OperationArguments[Name], processorKey: string, since: Date): Promise<Outcome<Answer | null>>
}

interface KeyedRequest<Name extends KeyedName> {
  merchantId: MerchantId
  /** Null: no idempotency requested, so no answer is stored. */
  idempotencyKey: string | null
  /** What makes two requests the same one. */
  body: unknown
  traceId: string | null
  arguments: OperationArguments[Name]
}

/** Idempotency for calls that move no money: the answer is stored and replayed like those of calls that do. */
export async function runKeyed<Name extends KeyedName, Answer extends object>(
  deps: OperationDeps,
  kind: KeyedKind<Name, Answer>,
  request: KeyedRequest<Name>,
): Promise<Reply> {
  const { body, arguments: args, ...named } = request
  if (named.idempotencyKey === null) {
    const outcome = await kind.ask(args, newOperationId())
    if (outcome.kind === 'refused') throw refusalProblem(outcome.refusal)
    if (outcome.kind === 'unknown') throw problems.outcomeUnknown()
    return { body: JSON.stringify(outcome.value), replayed: false }
  }
  const callKey = callKeyOf(named, kind.name)
  const call = { ...named, kind: kind.name, callKey, digest: digestOf(body), answerOwed: false }
  return await runOperation(deps, asKind(kind), {
    ...call,
    async begin() {
      const traceparent = currentTraceparent()
      const wanted = { ...call, paymentId: null, arguments: args, at: deps.clock.now(), traceparent }
      const operation = await claimOperation(deps.db, wanted)
      return operation && { kind: 'perform', operation }
    },
  })
}

function asKind<Name extends KeyedName, Answer extends object>(
  kind: KeyedKind<Name, Answer>,
): Kind<OperationDeps, Name, Answer> {
  const { readTime, find } = kind
  return {
    name: kind.name,
    ask: (_deps, operation, key) => kind.ask(operation.arguments, key),
    ...(readTime ? { readTime: (_deps, operation) => readTime(operation.arguments) } : {}),
    ...(find ? { find: (_deps, operation, key, since) => find(operation.arguments, key, since) } : {}),
    async finish(deps, operation, answer) {
      const body = JSON.stringify(answer)
      const sealedAnswer = sealAnswer(deps, operation, body)
      const isOurs = await finishOperation(deps.db, { ...operation, sealedAnswer, at: deps.clock.now() })
      return isOurs ? { kind: 'finished', body } : { kind: 'lost' }
    },
  }
}

/** A use case of our own, which refuses by throwing a problem. */
export function useCase<Name extends KeyedName>(
  name: Name,
  work: () => Promise<object>,
): KeyedKind<Name, object> {
  return { name, ask: async () => ({ kind: 'done', value: await work() }) }
}
