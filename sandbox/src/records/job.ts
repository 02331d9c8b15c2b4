import type { Stored } from './stored.ts'

export type JobKind =
  | 'settle_payment'
  | 'expire_authorization'
  | 'finish_refund'
  | 'fail_refund'
  | 'decide_dispute'

/** Something that will happen to an object when the clock gets there, unless its state says otherwise. */
export interface JobRecord extends Stored {
  readonly kind: JobKind
  readonly target: string
  /** Milliseconds of the sandbox's clock. */
  readonly dueAt: number
}
