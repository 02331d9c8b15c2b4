/** Unknown is never treated as failed: the call may have taken effect, and asking again with the same key tells. */
export type Outcome<Value> =
  | { kind: 'done'; value: Value }
  | { kind: 'refused'; refusal: Refusal }
  /** The last word is a failure that the processor keeps under the key, and repeats whenever it is asked again. */
  | { kind: 'unknown'; reason: string; isLastWord?: boolean }

export type RefusalReason =
  /** What the caller sent is not acceptable. */
  | 'invalid'
  /** The payment, or the merchant's account, is not in a state that allows it. */
  | 'wrong_state'
  /** The merchant's account is no longer connected to the platform. */
  | 'gone'
  | 'key_conflict'
  /** Not processed, because there are too many calls. Says nothing about an earlier try with the same key. */
  | 'busy'
  /** Not processed, because of our credentials. Says nothing about an earlier try either. */
  | 'turned_away'
  /** The processor failed, or our side of the request is wrong. */
  | 'failed'

export interface Refusal {
  reason: RefusalReason
  /** The field of our API that it is about, where the processor names one. */
  field?: string
  code: string | null
  message: string
  /** What the processor said when it was first asked under the key. */
  isRepeated?: boolean
  /** There is no such thing on the account that was asked. */
  isMissing?: true
}

/** The account that a call is made on, and the key that makes it safe to repeat. */
export interface Call {
  accountId: string
  idempotencyKey: string
}

/**
 * The account is gone or has no such object: asking again would bring the same answer. Being turned away (rate,
 * credentials) is no answer at all.
 */
export function isRefusedForGood(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'refused' && ['gone', 'invalid'].includes(outcome.refusal.reason)
}

/** The merchant's account is no longer connected to the platform. */
export function isGone(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'refused' && outcome.refusal.reason === 'gone'
}

/** There is no such thing on the account. */
export function isMissing(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'refused' && outcome.refusal.isMissing === true
}

/** The processor gave no answer to go on with. It can be asked again later. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
  readonly isGone: boolean

  constructor(outcome: Exclude<Outcome<unknown>, { kind: 'done' }>) {
    super(reasonOf(outcome))
    this.isGone = isGone(outcome)
  }
}

export function answered<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind === 'done') return outcome.value
  throw new Unanswered(outcome)
}

export function reasonOf(outcome: Exclude<Outcome<unknown>, { kind: 'done' }>): string {
  return outcome.kind === 'refused' ? outcome.refusal.message : outcome.reason
}
