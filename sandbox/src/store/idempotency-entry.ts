import type { Snapshot } from '../records/snapshot.ts'

/** A request with an idempotency key, and its answer. */
export interface IdempotencyEntry {
  /** Account and key. */
  readonly id: string
  readonly path: string
  readonly fingerprint: string
  readonly status: number
  readonly requestId: string
  /** Milliseconds. */
  readonly at: number
  /** The version of the object that was returned, or the text of any other answer. */
  readonly answer: Snapshot | string
}

/** Stripe may forget a key after a day. */
export const idempotencyTtlMs = 24 * 60 * 60 * 1000
