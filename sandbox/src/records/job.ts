import type { Stored } from './stored.ts'

export type JobKind =
  | 'settle_payment'
  | 'expire_authorization'
  | 'finish_refund'
  | 'fail_refund'
  | 'decide_dispute'
  | 'expire_dispute'
  | 'finish_payout'
  | 'expire_session'
  | 'announce_balance'

/** Something that happens to an object at a given time, unless its state has changed by then. */
export interface JobRecord extends Stored {
  readonly kind: JobKind
  readonly target: string
  /** Milliseconds of the sandbox's clock. */
  readonly dueAt: number
}
