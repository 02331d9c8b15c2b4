import type { Clock } from '../clock.ts'
import type { KeyRing } from '../crypto.ts'
import type { Db } from '../db/db.ts'
import type { Problem } from '../problems.ts'
import type { Outcome, Refusal } from '../processors/outcomes.ts'
import type { Reply } from './answer.ts'
import type { Leases } from './leases.ts'
import type { LeasedOperation, Operation, OperationKind, OperationRequest } from './operation.ts'

export interface OperationDeps {
  db: Db
  clock: Clock
  encryptionKeys: KeyRing
  leases: Leases
}

/** What is special about one kind of operation. What they have in common is in run-operation.ts. */
export interface Kind<Deps extends OperationDeps, Name extends OperationKind, Answer> {
  name: Name
  /** The caller's own key for the processor, in place of the operation's. */
  callersKey?(operation: LeasedOperation<Name>): string | null
  ask(deps: Deps, operation: LeasedOperation<Name>, processorKey: string): Promise<Outcome<Answer>>
  /** What the processor's clock says now; null when it does not say. */
  readTime?(deps: Deps, operation: LeasedOperation<Name>): Promise<Outcome<Date | null>>
  /** What an earlier try under the key has done, since a moment of the processor's; null when nothing. */
  find?(
    deps: Deps,
    operation: LeasedOperation<Name>,
    processorKey: string,
    since: Date,
  ): Promise<Outcome<Answer | null>>
  /** The outcome of a resumed operation, where it is known here by now; null when the processor is to be asked. */
  known?(deps: Deps, operation: LeasedOperation<Name>): Promise<Answer | null>
  /** One commit: what the answer changes, and the answer itself. */
  finish(deps: Deps, operation: LeasedOperation<Name>, answer: Answer): Promise<Finished>
  /** One commit: frees the key and whatever was reserved. Null when the lease was lost. */
  refuse?(deps: Deps, operation: LeasedOperation<Name>, refusal: Refusal): Promise<Problem | null>
}

/** Lost: the lease was, so that it is somebody else's to finish. Doubtful: something is still to be heard of. */
export type Finished = { kind: 'finished'; body: string } | { kind: 'lost' } | { kind: 'doubtful' }

/** One caller's wish for an operation. */
export interface OperationCall<Name extends OperationKind> extends OperationRequest<Name> {
  /**
   * One commit: claims the key, guards the state, reserves the amount. Null when the key or payment is taken. Given
   * the operation that the processor has refused under the key, this is its next attempt.
   */
  begin(refused: Operation<Name> | null): Promise<Begun<Name> | null>
  /** Why it did not begin, when there is nothing under the key to go on with. Without it, something is in progress. */
  notBegun?: Problem | undefined
}

/** An operation of ours to perform, or the answer it had. */
export type Begun<Name extends OperationKind> =
  | { kind: 'perform'; operation: LeasedOperation<Name> }
  | { kind: 'reply'; reply: Reply }
