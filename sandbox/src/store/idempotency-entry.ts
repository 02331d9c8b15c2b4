import type { Snapshot } from '../records/snapshot.ts'

/** What a request with an idempotency key was, and what it was answered. */
export interface IdempotencyEntry {
  /** Account and key. */
  readonly id: string
  readonly path: string
  readonly fingerprint: string
  readonly status: number
  readonly requestId: string
  /** Milliseconds. */
  readonly at: number
  /** The version that was answered, where the answer is a plain object; otherwise its text. */
  readonly answer: Snapshot | string
}

/** Stripe may forget a key after a day. */
export const idempotencyTtlMs = 24 * 60 * 60 * 1000
