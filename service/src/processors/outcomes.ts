/** Unknown is never treated as failed: the effect may have happened, and asking again with the same key tells. */
export type Outcome<Value> =
  | { kind: 'done'; value: Value }
  | { kind: 'refused'; refusal: Refusal }
  /** The last word: a failure that the processor keeps under the key, and will give whenever it is asked again. */
  | { kind: 'unknown'; reason: string; isLastWord?: boolean }

export type RefusalReason =
  /** What the caller sent is not acceptable. */
  | 'invalid'
  /** The payment, or the merchant's account, is not in a state that allows it. */
  | 'wrong_state'
  /** The merchant's account is no longer connected to the platform. */
  | 'gone'
  | 'key_conflict'
  /** Not looked at for now, because there are too many calls. Says nothing about an earlier try with the same key. */
  | 'busy'
  /** Not looked at, because of our credentials. Says nothing about an earlier try either. */
  | 'turned_away'
  /** The processor failed, or our side of the request is wrong. */
  | 'failed'

export interface Refusal {
  reason: RefusalReason
  /** The field of our API that it is about, where the processor names one. */
  field?: string
  code: string | null
  message: string
}

/** Where a call goes, and the key that makes asking twice harmless. */
export interface Call {
  accountId: string
  idempotencyKey: string
}
