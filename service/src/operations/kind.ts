import type { Clock } from '../clock.ts'
import type { KeyRing } from '../crypto.ts'
import type { Db } from '../db/db.ts'
import type { Problem } from '../problems.ts'
import type { Outcome, Refusal } from '../processors/outcomes.ts'
import type { Tracer } from '../tracing/tracer.ts'
import type { Reply } from './answer.ts'
import type { Leases } from './leases.ts'
import type { LeasedOperation, Operation, OperationKind, OperationRequest } from './operation.ts'

export interface OperationDeps {
  db: Db
  clock: Clock
  encryptionKeys: KeyRing
  leases: Leases
  /** Null or absent when nothing is traced. */
  tracer?: Tracer | null
}

/** What is special about one kind of operation. What they have in common is in run-operation.ts. */
export interface Kind<Deps extends OperationDeps, Name extends OperationKind, Answer> {
  name: Name
  /** The caller's own key for the processor, in place of the operation's. */
  callersKey?(operation: LeasedOperation<Name>): string | null
  ask(deps: Deps, operation: LeasedOperation<Name>, processorKey: string): Promise<Outcome<Answer>>
  /** The processor's clock; null when it does not tell. */
  readTime?(deps: Deps, operation: LeasedOperation<Name>): Promise<Outcome<Date | null>>
  /** What an earlier try under the key has done since a moment of the processor's clock; null when nothing. */
  find?(
    deps: Deps,
    operation: LeasedOperation<Name>,
    processorKey: string,
    since: Date,
  ): Promise<Outcome<Answer | null>>
  /** The outcome of a resumed operation, if it is known here by now; null when the processor must be asked. */
  known?(deps: Deps, operation: LeasedOperation<Name>): Promise<Answer | null>
  /** One commit: what the answer changes, and the answer itself. */
  finish(deps: Deps, operation: LeasedOperation<Name>, answer: Answer): Promise<Finished>
  /** One commit: frees the key and whatever was reserved. Null when the lease was lost. */
  refuse?(deps: Deps, operation: LeasedOperation<Name>, refusal: Refusal): Promise<Problem | null>
}

/**
 * `lost`: another holder has the lease and finishes it. `doubtful`: something about the payment is still missing here.
 */
export type Finished = { kind: 'finished'; body: string } | { kind: 'lost' } | { kind: 'doubtful' }

/** One caller's request for an operation. */
export interface OperationCall<Name extends OperationKind, Answer> extends OperationRequest<Name> {
  /**
   * One commit: claims the key, guards the state, reserves the amount. Null when the key or payment is taken. Given
   * the operation that the processor has refused under the key, this is its next attempt.
   */
  begin(refused: Operation<Name> | null): Promise<Begun<Name, Answer> | null>
  /** Why it did not begin, when the key has nothing to continue. Without it, something is in progress. */
  notBegun?: Problem | undefined
}

/** An operation for us to perform, or its earlier answer. */
export type Begun<Name extends OperationKind, Answer = never> =
  | { kind: 'perform'; operation: LeasedOperation<Name> }
  /** The processor did it before, in a time that this database has forgotten. */
  | { kind: 'remembered'; operation: LeasedOperation<Name>; answer: Answer }
  | { kind: 'reply'; reply: Reply }
