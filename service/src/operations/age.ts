import type { Outcome } from '../processors/outcomes.ts'
import type { Kind, OperationDeps } from './kind.ts'
import type { LeasedOperation, OperationKind } from './operation.ts'

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
export async function readAge<Deps extends OperationDeps, Name extends OperationKind, Answer>(
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
