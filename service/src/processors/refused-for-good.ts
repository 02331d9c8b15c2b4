import type { Outcome } from './outcomes.ts'

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
