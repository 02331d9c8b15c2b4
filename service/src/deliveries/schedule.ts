/** The first attempt and eight retries. */
const attemptsPerCycle = 9

/** The delay after the first, second, … eighth failed attempt. */
export type RetryDelays = readonly number[]

const maxJitterOf = (delayMs: number) => Math.min(delayMs * 0.2, 15 * 60_000)

/**
 * How long to wait after a failed attempt: the delay plus a jitter of up to a fifth (at most 15 minutes), so that
 * deliveries that failed together are not all retried together. A receiver's Retry-After is honored up to twice the
 * delay. Null after the last attempt.
 */
export function retryDelayMs(
  delaysMs: RetryDelays,
  failedAttempt: number,
  retryAfterMs: number | null,
  random: () => number,
): number | null {
  const delay = delaysMs[failedAttempt - 1]
  if (delay === undefined || failedAttempt >= attemptsPerCycle) return null
  const asked = Math.min(Math.max(retryAfterMs ?? 0, delay), 2 * delay)
  const jitter = random() * maxJitterOf(delay)
  return Math.ceil(Math.min(asked + jitter, Math.max(2 * delay, delay + jitter)))
}

/** The longest that a cycle of failed attempts can take: every delay with its largest jitter, and nine timed-out calls. */
export function wholeScheduleMs(delaysMs: RetryDelays, timeoutMs: number): number {
  return delaysMs.reduce((sum, delay) => sum + delay + maxJitterOf(delay), attemptsPerCycle * timeoutMs)
}

/** Accepts seconds or an HTTP date; null if the header is absent or invalid. */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}

/** An endpoint that keeps failing is paused, then probed with one delivery at a time. */
export const probing = { afterFailures: 10 }

export interface Pauses {
  /** Each later pause is twice as long as the one before. */
  firstMs: number
  longestMs: number
}

/**
 * How long a failing endpoint is paused. Shorter retry delays mean shorter pauses: there is time for a hundred probes in
 * one delivery schedule, so no delivery becomes a dead letter because it never got its attempts.
 */
export function pausesOf(delaysMs: RetryDelays): Pauses {
  const maxMs = wholeScheduleMs(delaysMs, 0) / 100
  return { firstMs: Math.min(30_000, maxMs), longestMs: Math.min(5 * 60_000, maxMs) }
}
