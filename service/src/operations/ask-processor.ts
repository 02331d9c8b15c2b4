import type { Outcome } from '../processors/outcomes.ts'
import { readAge } from './age.ts'
import type { Kind, OperationDeps } from './kind.ts'
import { type LeasedBase, type LeasedOperation, type OperationKind, processorKeyOf } from './operation.ts'
import { reached } from './steps.ts'

/** Asks the processor such that it acts once, however often this is called, and tells what its answer means. */
export async function askProcessor<Deps extends OperationDeps, Name extends OperationKind, Answer>(
  deps: Deps,
  kind: Kind<Deps, Name, Answer>,
  operation: LeasedOperation<Name>,
): Promise<Outcome<Answer>> {
  reached('started', operation)
  const callersKey = kind.callersKey?.(operation) ?? null
  const key = callersKey ?? processorKeyOf(operation)
  const age = await readAge(deps, kind, operation)
  if (age.kind !== 'done') return { kind: 'unknown', reason: 'the processor does not answer' }
  const { isYoung, isGivenUp, since } = age.value
  const ask = () => kind.ask(deps, operation, key)
  const find = async () =>
    (await kind.find?.(deps, operation, key, since)) ?? ({ kind: 'done', value: null } as const)
  const answer = isYoung ? await ask() : await orElse(await find(), ask)
  reached('answered', operation)
  const isLastWord = answer.kind === 'unknown' && answer.isLastWord
  // it may have had its effect before it failed
  const outcome = isLastWord ? await orElse(await find(), async () => failed(answer.reason)) : answer
  return meaningOf(operation, outcome, { ownKey: callersKey === null, isGivenUp })
}

async function orElse<Answer>(
  found: Outcome<Answer | null>,
  otherwise: () => Promise<Outcome<Answer>>,
): Promise<Outcome<Answer>> {
  if (found.kind === 'refused' && found.refusal.reason === 'gone') return found
  if (found.kind === 'refused') return { kind: 'unknown', reason: found.refusal.message }
  if (found.kind === 'unknown') return { kind: 'unknown', reason: found.reason }
  return found.value === null ? await otherwise() : { kind: 'done', value: found.value }
}

/**
 * What an answer says about the operation as a whole. To be turned away now, or to find the own key used with
 * other parameters, does not tell what an earlier try has done. An account that stays gone will never tell.
 */
function meaningOf<Answer>(
  operation: LeasedBase,
  outcome: Outcome<Answer>,
  { ownKey, isGivenUp }: { ownKey: boolean; isGivenUp: boolean },
): Outcome<Answer> {
  if (outcome.kind !== 'refused' || operation.resumedBy === null) return outcome
  const { reason, message } = outcome.refusal
  const notLookedAt = reason === 'busy' || reason === 'turned_away' || (reason === 'gone' && !isGivenUp)
  const saysNothing = notLookedAt || (reason === 'key_conflict' && ownKey)
  return saysNothing ? { kind: 'unknown', reason: message } : outcome
}

function failed(reason: string): Outcome<never> {
  const message = `The processor failed, and nothing was done: ${reason}.`
  return { kind: 'refused', refusal: { reason: 'failed', code: null, message } }
}
