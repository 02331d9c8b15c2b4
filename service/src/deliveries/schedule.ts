/** The first attempt and eight retries. */
const attemptsPerCycle = 9

/** The delay after the first, second, … eighth failed attempt. */
export type RetryDelays = readonly number[]

const maxJitterOf = (delayMs: number) => Math.min(delayMs * 0.2, 15 * 60_000)

/**
 * How long to wait after a failed attempt: the delay, plus up to a fifth (at most 15 minutes), so that deliveries that
 * failed together do not return together. A receiver's Retry-After is honoured up to twice the delay. Null after the
 * last attempt.
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

/** How long a cycle of failed attempts takes: every delay with its largest jitter, and nine calls. */
export function wholeScheduleMs(delaysMs: RetryDelays, timeoutMs: number): number {
  return delaysMs.reduce((sum, delay) => sum + delay + maxJitterOf(delay), attemptsPerCycle * timeoutMs)
}

/** Seconds or an HTTP date; null when absent or nonsense. */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}

/** An endpoint that keeps failing is left alone for a while, then probed with one delivery at a time. */
export const probing = { afterFailures: 10 }

export interface Pauses {
  /** Each is twice as long as the one before. */
  firstMs: number
  longestMs: number
}

/**
 * How long it is paused. With shorter retry delays it is probed at those: the pauses leave time for a hundred probes, so
 * that a delivery's own delay decides, and none becomes a dead letter for lack of attempts.
 */
export function pausesOf(delaysMs: RetryDelays): Pauses {
  const maxMs = wholeScheduleMs(delaysMs, 0) / 100
  return { firstMs: Math.min(30_000, maxMs), longestMs: Math.min(5 * 60_000, maxMs) }
}
