import type { Clock } from '../../src/clock.ts'

export interface ManualClock extends Clock {
  advance(seconds: number): void
}

/** Time that stands still until a test moves it. */
export function manualClock(start = new Date('2030-01-01T00:00:00.000Z')): ManualClock {
  let now = start.getTime()
  let elapsed = 0
  return {
    now: () => new Date(now),
    elapsedMs: () => elapsed,
    advance(seconds) {
      now += seconds * 1000
      elapsed += Math.max(0, seconds * 1000)
    },
  }
}
