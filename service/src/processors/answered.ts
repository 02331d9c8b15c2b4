import type { Outcome } from './outcomes.ts'

/** The processor gave no answer to go on with. It can be asked again later. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
}

export function answered<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind === 'done') return outcome.value
  throw new Unanswered(reasonOf(outcome))
}

export function reasonOf(outcome: Exclude<Outcome<unknown>, { kind: 'done' }>): string {
  return outcome.kind === 'refused' ? outcome.refusal.message : outcome.reason
}
