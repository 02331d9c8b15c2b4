import type { Tx } from '../db/db.ts'
import { type Problem, problems } from '../problems.ts'
import type { Outcome, Refusal } from '../processors/port.ts'
import type { GateDeps } from './gate.ts'
import type { Claimed, Operation } from './operation.ts'
import { refuseOperation, releaseLease } from './operations.sql.ts'

/**
 * What an answer says about the operation as a whole. To be turned away now, or to find the own key used with
 * other parameters, does not tell what an earlier try has done. An account that stays gone will never tell.
 */
export function conclusionOf<Value>(
  operation: Claimed,
  outcome: Outcome<Value>,
  { ownKey, isOld }: { ownKey: boolean; isOld: boolean },
): Outcome<Value> {
  if (outcome.kind !== 'refused' || !operation.resumed) return outcome
  const { reason, message } = outcome.refusal
  const notLookedAt = reason === 'busy' || reason === 'turned_away' || (reason === 'gone' && !isOld)
  const saysNothing = notLookedAt || (reason === 'key_conflict' && ownKey)
  return saysNothing ? { kind: 'unknown', reason: message } : outcome
}

/** False when the lease was lost: then it is somebody else's to refuse. */
export async function refuse(
  tx: Tx,
  deps: GateDeps,
  operation: Operation,
  refusal: Refusal,
): Promise<boolean> {
  return await refuseOperation(
    tx,
    operation,
    `${refusal.code ?? refusal.reason}: ${refusal.message}`,
    deps.clock.now(),
  )
}

/** Lets go of the lease, so that a retry can ask again with the same processor key. */
export async function surrender(deps: GateDeps, operation: Operation): Promise<Problem> {
  await releaseLease(deps.db, operation)
  return problems.outcomeUnknown()
}
