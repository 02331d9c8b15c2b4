/** Unknown is never treated as failed: the call may have taken effect. Asking again with the same key shows if it did. */
export type Outcome<Value> =
  | { kind: 'done'; value: Value }
  | { kind: 'refused'; refusal: Refusal }
  /** `isSavedFailure`: the processor has saved a failure under the key, and repeats it whenever it is asked again. */
  | { kind: 'unknown'; reason: string; isSavedFailure?: boolean }

export type RefusalReason =
  /** The caller's input is not acceptable. */
  | 'invalid'
  /** The payment, or the merchant's account, is not in a state that allows it. */
  | 'wrong_state'
  /** The merchant's account is no longer connected to the platform. */
  | 'gone'
  | 'key_conflict'
  /** Not processed, because there are too many calls. An earlier try with the same key may still have succeeded. */
  | 'busy'
  /** Not processed, because of our credentials. An earlier try may still have succeeded. */
  | 'turned_away'
  /** The processor failed, or our side of the request is wrong. */
  | 'failed'

export interface Refusal {
  reason: RefusalReason
  /** The field of our API at fault, if the processor names one. */
  field?: string
  code: string | null
  message: string
  /** The processor repeats its answer to the first call with this key. */
  isRepeated?: boolean
  /** The account has no such object. */
  isMissing?: true
}

/** The account on which a call is made, and the key that makes it safe to repeat. */
export interface Call {
  accountId: string
  idempotencyKey: string
}

/**
 * The account is gone or has no such object, so asking again would get the same answer. Being turned away (rate limit,
 * credentials) is not an answer.
 */
export function isRefusedForGood(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'refused' && ['gone', 'invalid'].includes(outcome.refusal.reason)
}

export function isGone(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'refused' && outcome.refusal.reason === 'gone'
}

export function isMissing(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'refused' && outcome.refusal.isMissing === true
}

/** The processor gave no usable answer. It can be asked again later. */
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
