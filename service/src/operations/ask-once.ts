import { isGone, type Outcome, type Refusal } from '../processors/outcomes.ts'
import type { OperationDeps } from './deps.ts'
import { type LeasedOperation, processorKeyOf, reached } from './operation.ts'
import { countAttempt } from './operations.sql.ts'

/** How to ask the processor for one operation. */
export interface Question<Answer> {
  ask(processorKey: string): Promise<Outcome<Answer>>
  /**
   * Finds the result of an earlier try. `since` is by the processor’s clock. Null if there is none; absent if making the
   * call twice does no harm.
   */
  find?(processorKey: string, since: Date): Promise<Outcome<Answer | null>>
  /** The processor’s time; null if its answer has no date. */
  readTime?(): Promise<Outcome<Date | null>>
  /** The caller’s own key for the processor, used instead of ours. */
  callersKey?: string | null
}

export interface Refused {
  kind: 'refused'
  refusal: Refusal
  /** The next request under this key begins with this attempt. */
  attempt: number
}

export type Asked<Answer> = { kind: 'done'; value: Answer } | { kind: 'unknown' } | Refused

/** The maximum number of spent keys (keys with a saved refusal) that one call skips. */
export const maxSpentKeys = 20

/**
 * Asks the processor so that it acts once, however often this is called.
 *
 * The processor’s key is derived from the call and its attempt. The next attempt begins only when the processor has
 * saved a refusal under the key. It has done so if it repeats the refusal, or rejects the key because of a different
 * body. Anything that it has not saved (429, time-outs) is retried under the same key. So the key never depends on our
 * records alone, and a restored database arrives at the same key.
 */
export async function askOnce<Answer>(
  deps: OperationDeps,
  operation: LeasedOperation,
  question: Question<Answer>,
): Promise<Asked<Answer>> {
  reached('started', operation)
  const { find = async () => nothing, callersKey = null } = question
  const isOurKey = callersKey === null
  const age = await readAge(deps, operation, question)
  if (age === null) return { kind: 'unknown' }
  for (let { attempt } = operation; ; attempt++) {
    const key = callersKey ?? processorKeyOf(operation, attempt)
    const look = async (since: Date) => lookedUp(await find(key, since), attempt)
    const found = age.isYoung ? null : await look(age.since)
    if (found) return found
    const answer = await question.ask(key)
    reached('answered', operation)
    if (answer.kind === 'done') return answer
    if (answer.kind === 'unknown') {
      if (!answer.isSavedFailure) return { kind: 'unknown' }
      // the failure may have come after the effect
      const done = await look(usedSince(deps, age))
      return done ?? failed(answer.reason, attempt + 1, !isOurKey)
    }
    const { refusal } = answer
    const isOtherBody = refusal.reason === 'key_conflict'
    if (!isOtherBody && !refusal.isRepeated) {
      if (isInconclusive(operation, refusal, age)) return { kind: 'unknown' }
      return { kind: 'refused', refusal, attempt }
    }
    const isByJob = operation.resumedBy === 'job'
    // the key is spent on a refusal, unless the processor acted under it for another body, or under a later key
    const done = isOtherBody || isByJob ? await look(usedSince(deps, age)) : null
    if (done) return done
    // the caller may have had this refusal before the database was restored, so only a retry begins another attempt
    const isWanted = isOtherBody || !isByJob
    if (!isWanted || !isOurKey || !question.find || attempt - operation.attempt >= maxSpentKeys) {
      const isRepeated = refusal.isRepeated === true && !isOurKey
      return { kind: 'refused', refusal: { ...refusal, isRepeated }, attempt }
    }
    // recorded first: the processor may forget a spent key, so no later try may use it
    if (!(await countAttempt(deps.db, operation, attempt + 1))) return { kind: 'unknown' }
  }
}

const nothing = { kind: 'done', value: null } as const

/** Null if nothing was found; then the processor can be asked. */
export function lookedUp<Answer>(found: Outcome<Answer | null>, attempt: number): Asked<Answer> | null {
  if (found.kind === 'unknown') return { kind: 'unknown' }
  if (found.kind === 'done') return found.value === null ? null : { kind: 'done', value: found.value }
  const isAnswer = isGone(found) || found.refusal.reason === 'key_conflict'
  return isAnswer ? { kind: 'refused', refusal: found.refusal, attempt } : { kind: 'unknown' }
}

/**
 * Being turned away now does not show what an earlier try did. Nor does a disconnected account, until we give up on it.
 */
function isInconclusive({ resumedBy }: LeasedOperation, { reason }: Refusal, { isGivenUp }: Age): boolean {
  if (resumedBy === null) return false
  return reason === 'busy' || reason === 'turned_away' || (reason === 'gone' && !isGivenUp)
}

function failed(reason: string, attempt: number, isRepeated: boolean): Refused {
  const message = `The processor failed, and nothing was done: ${reason}.`
  return { kind: 'refused', refusal: { reason: 'failed', code: null, message, isRepeated }, attempt }
}

const minute = 60_000
const hour = 60 * minute

/** The processor remembers a key for a day; this leaves a margin. */
const rememberedMs = 26 * hour

/** The start of the search. It reaches further back, because a call lost in a restore may have used the key. */
function usedSince({ clock }: OperationDeps, { since }: Age): Date {
  return new Date(Math.min(since.getTime(), clock.now().getTime() - rememberedMs))
}

/** After this long, we no longer wait for a disconnected account to show the outcome. */
const givenUpAfterMs = 23 * hour

interface Age {
  /** The attempt began a moment ago, so the processor still remembers its key. */
  isYoung: boolean
  isGivenUp: boolean
  /** No try has acted before this time, by the processor’s clock. */
  since: Date
}

/**
 * The age of an operation. The processor forgets keys by its own clock, which may have jumped since its last answer, so
 * a resumed operation reads that clock first. Null if the processor does not answer.
 */
async function readAge(
  deps: OperationDeps,
  { createdAt, resumedBy }: LeasedOperation,
  { readTime }: Question<unknown>,
): Promise<Age | null> {
  const createdMs = createdAt.getTime()
  const now = deps.clock.now().getTime()
  const isYoungAt = (ms: number) => Math.abs(ms - createdMs) <= minute
  const isGivenUp = now - createdMs >= givenUpAfterMs
  const madeSince = (apartMs: number) => new Date(createdMs - apartMs - minute)
  if (!readTime || (resumedBy === null && isYoungAt(now))) {
    return { isYoung: true, isGivenUp, since: madeSince(hour) }
  }
  const time = await readTime()
  if (time.kind !== 'done') return null
  const processorsNow = time.value?.getTime() ?? null
  const isYoung = isYoungAt(now) && processorsNow !== null && isYoungAt(processorsNow)
  const since = madeSince(processorsNow === null ? hour : Math.abs(processorsNow - now))
  return { isYoung, isGivenUp, since }
}
