import { type Problem, problems } from '../problems.ts'
import type { Outcome, Refusal } from './outcomes.ts'

/** What a payment is, and what it would have to be. */
interface PaymentState {
  currentStatus: string
  allowedFrom: string[]
}

/** The value, or the problem. For calls that change nothing, so that an unknown outcome is simply asked for again. */
export function answered<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind === 'refused') throw refusalProblem(outcome.refusal)
  if (outcome.kind === 'unknown') throw problems.processorSilent()
  return outcome.value
}

/** Seconds after which a processor that turned calls away for a whole deadline is worth asking again. */
const busySeconds = 2

/** The one way in which a processor's no becomes an answer of ours. */
export function refusalProblem(refusal: Refusal, payment?: PaymentState): Problem {
  const { reason, code, message, field = '' } = refusal
  switch (reason) {
    case 'invalid':
      return problems.invalidRequest(message, [{ path: field, message }])
    case 'wrong_state':
      return problems.invalidState(message, payment?.currentStatus, payment?.allowedFrom)
    case 'gone':
      return problems.noConnectedAccount(
        'The merchant’s account at the processor is no longer connected to this platform.',
      )
    case 'key_conflict':
      return problems.idempotencyConflict(message)
    case 'busy':
      return problems.unavailable('The processor is turning calls away. Nothing was changed.', busySeconds)
    case 'turned_away':
    case 'failed':
      return problems.processorError(code, message)
  }
}
