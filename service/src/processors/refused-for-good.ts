import type { Outcome } from './outcomes.ts'

/**
 * The account is gone, or has no such thing: asking again would bring the same answer. To be turned away
 * (rate, credentials) is no answer at all.
 */
export function isRefusedForGood(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'refused' && ['gone', 'invalid'].includes(outcome.refusal.reason)
}
