import type { Outcome } from '../processors/port.ts'
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
  const ask = () => kind.ask(deps, operation, key)
  const find = async () =>
    (await kind.find?.(deps, operation, key)) ?? ({ kind: 'done', value: null } as const)
  const isOld = isForgotten(deps, operation, kind.processor(deps, operation).keysLastMs)
  const answer = isOld ? await orElse(await find(), ask) : await ask()
  reached('answered', operation)
  if (answer.kind === 'unknown' && answer.isLastWord) {
    // it may have had its effect before it failed
    return await orElse(await find(), async () => failed(answer.reason))
  }
  return meaningOf(operation, answer, { ownKey: callersKey === null, isOld })
}

/** The key tells the processor that it was asked before, until it forgets the key. */
function isForgotten({ clock }: OperationDeps, operation: LeasedBase, keysLastMs: number): boolean {
  return operation.resumed && clock.now().getTime() - operation.createdAt.getTime() >= keysLastMs
}

async function orElse<Answer>(
  found: Outcome<Answer | null>,
  otherwise: () => Promise<Outcome<Answer>>,
): Promise<Outcome<Answer>> {
  // after so long nobody will say any more what became of it: the merchant has disconnected the account
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
  { ownKey, isOld }: { ownKey: boolean; isOld: boolean },
): Outcome<Answer> {
  if (outcome.kind !== 'refused' || !operation.resumed) return outcome
  const { reason, message } = outcome.refusal
  const notLookedAt = reason === 'busy' || reason === 'turned_away' || (reason === 'gone' && !isOld)
  const saysNothing = notLookedAt || (reason === 'key_conflict' && ownKey)
  return saysNothing ? { kind: 'unknown', reason: message } : outcome
}

function failed(reason: string): Outcome<never> {
  const message = `The processor failed, and nothing was done: ${reason}.`
  return { kind: 'refused', refusal: { reason: 'failed', code: null, message } }
}
