import { type Problem, problems } from '../problems.ts'
import type { Outcome, Refusal } from './outcomes.ts'

/** Returns the value or throws the problem. For calls that change nothing, so an unknown outcome is safe to retry. */
export function answered<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind === 'refused') throw refusalProblem(outcome.refusal)
  if (outcome.kind === 'unknown') throw problems.processorSilent()
  return outcome.value
}

/** The Retry-After, in seconds, if the processor kept turning a call away until the call's deadline. */
const busySeconds = 2

const repeated =
  'For a day, the processor repeats its earlier answer for the idempotencyKey in the body. To try again, use another key.'

/**
 * The one place where a processor's refusal becomes a problem, with the statuses that would allow the call. Only a
 * refusal under a caller's own key may be marked as a replay.
 */
export function refusalProblem(
  refusal: Refusal,
  payment?: { currentStatus: string; allowedFrom: string[] },
): Problem {
  const { reason, code, message, field = '', isRepeated } = refusal
  const detail = isRepeated ? `${message.replace(/[.!]?$/, '.')} ${repeated}` : message
  switch (reason) {
    case 'invalid':
      return problems.invalidRequest(detail, [{ path: field, message }])
    case 'wrong_state':
      return problems.invalidState(detail, payment?.currentStatus, payment?.allowedFrom)
    case 'gone':
      return problems.noConnectedAccount(
        'The merchant’s account at the processor is no longer connected to this platform.',
      )
    case 'key_conflict':
      return problems.idempotencyConflict(detail)
    case 'busy':
      return problems.unavailable('The processor is turning calls away. Nothing was changed.', busySeconds)
    case 'turned_away':
    case 'failed':
      return problems.processorError(code, detail)
  }
}
