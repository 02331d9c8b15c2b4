import { isGone, type Outcome } from '../processors/outcomes.ts'
import type { Kind, OperationDeps } from './kind.ts'
import { type LeasedBase, type LeasedOperation, type OperationKind, processorKeyOf } from './operation.ts'
import { reached } from './steps.ts'

/** Asks the processor so that it acts only once, however often this is called, and interprets its answer. */
export async function askProcessor<Deps extends OperationDeps, Name extends OperationKind, Answer>(
  deps: Deps,
  kind: Kind<Deps, Name, Answer>,
  operation: LeasedOperation<Name>,
): Promise<Outcome<Answer>> {
  reached('started', operation)
  const callersKey = kind.callersKey?.(operation) ?? null
  let key = callersKey ?? processorKeyOf(operation)
  const age = await readAge(deps, kind, operation)
  if (age.kind !== 'done') return { kind: 'unknown', reason: 'the processor does not answer' }
  const { isYoung, isGivenUp, since } = age.value
  const find = async (from: Date) =>
    (await kind.find?.(deps, operation, key, from)) ?? ({ kind: 'done', value: null } as const)
  const ask = async () => {
    let answer = await kind.ask(deps, operation, key)
    for (
      let next = 1;
      mayBeForgotten(operation.arguments, answer) && callersKey === null && next <= maxForgotten;
      next++
    ) {
      key = processorKeyOf({ ...operation, attempt: operation.attempt + next })
      answer = await kind.ask(deps, operation, key)
    }
    return answer
  }
  const answer = isYoung ? await ask() : await orElse(await find(since), ask)
  reached('answered', operation)
  const meaning = () => meaningOf(operation, answer, { ownKey: callersKey === null, isGivenUp })
  // a key that was used before may have been by a call that this database has forgotten
  const findUsed = () => find(new Date(Math.min(since.getTime(), deps.clock.now().getTime() - rememberedMs)))
  if (isConflict(answer)) {
    const found = await findUsed()
    return isConflict(found) ? found : await orElse(found, async () => meaning())
  }
  const isLastWord = answer.kind === 'unknown' && answer.isLastWord
  // it may have taken effect before it failed
  return isLastWord ? await orElse(await findUsed(), async () => failed(answer.reason)) : meaning()
}

/** How long the processor remembers a key, at least; it may be longer. */
const rememberedMs = 26 * 3600_000

/** Attempts under one key, each refused, that were forgotten here. */
const maxForgotten = 20

/**
 * A refusal that the processor repeats was an earlier attempt's, which this database may have forgotten. The call itself
 * has not been refused yet, so the next attempt's key is tried.
 */
function mayBeForgotten(
  { callKey }: { callKey?: string | null },
  answer: Outcome<unknown>,
): answer is Refused {
  return Boolean(callKey) && answer.kind === 'refused' && answer.refusal.isReplay === true
}

type Refused = Extract<Outcome<unknown>, { kind: 'refused' }>

/** The key was used before, by a call of other parameters: an earlier one of ours, if it is to be found. */
function isConflict(outcome: Outcome<unknown>): outcome is Refused {
  return outcome.kind === 'refused' && outcome.refusal.reason === 'key_conflict'
}

async function orElse<Answer>(
  found: Outcome<Answer | null>,
  otherwise: () => Promise<Outcome<Answer>>,
): Promise<Outcome<Answer>> {
  if (found.kind === 'refused') {
    return isGone(found) ? found : { kind: 'unknown', reason: found.refusal.message }
  }
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
  return { kind: 'refused', refusal: { reason: 'failed', code: null, message, isReplay: true } }
}

const minute = 60_000
const hour = 60 * minute

/** After this long, an account that the merchant has disconnected will never tell the outcome. */
const givenUpAfterMs = 23 * hour

interface Age {
  /** The processor still knows the key, if it was asked before. */
  isYoung: boolean
  isGivenUp: boolean
  /** Nothing was done before this time, by the processor's clock. */
  since: Date
}

/**
 * The processor recognizes a key until it forgets it, by its own clock. That clock may have jumped since an earlier
 * reading, so it is read before the processor is asked again.
 */
async function readAge<Deps extends OperationDeps, Name extends OperationKind, Answer>(
  deps: Deps,
  kind: Kind<Deps, Name, Answer>,
  operation: LeasedOperation<Name>,
): Promise<Outcome<Age>> {
  const createdMs = operation.createdAt.getTime()
  const now = deps.clock.now().getTime()
  const isYoungAt = (ms: number) => Math.abs(ms - createdMs) <= minute
  const isGivenUp = now - createdMs >= givenUpAfterMs
  const madeSince = (apartMs: number) => new Date(createdMs - apartMs - minute)
  if (!kind.readTime || (operation.resumedBy === null && isYoungAt(now))) {
    return { kind: 'done', value: { isYoung: true, isGivenUp, since: madeSince(hour) } }
  }
  const time = await kind.readTime(deps, operation)
  if (time.kind !== 'done') return time
  const processorsNow = time.value?.getTime() ?? null
  const isYoung = isYoungAt(now) && processorsNow !== null && isYoungAt(processorsNow)
  const since = madeSince(processorsNow === null ? hour : Math.abs(processorsNow - now))
  return { kind: 'done', value: { isYoung, isGivenUp, since } }
}
