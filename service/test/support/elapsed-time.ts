import { afterAll, beforeAll, vi } from 'vitest'

export interface ElapsedTime {
  stop(): void
  /** Moves stopped time forward. */
  advance(ms: number): void
  /** Continues from where it was stopped. */
  run(): void
  /** Makes time pass a hundred times as fast. */
  fly(): void
}

const tickMs = 20
const realNow = performance.now

/**
 * Controls the elapsed time that this process measures, for all tests of a file. Timers and the time of day are not
 * affected: give the service `systemClock`. Call this before a service is started, so that its time never goes back.
 */
export function useElapsedTime(): ElapsedTime {
  let aheadMs = 0
  let stoppedAt: number | null = null
  let flight: NodeJS.Timeout | undefined
  const now = () => stoppedAt ?? realNow.call(performance) + aheadMs
  const run = () => {
    clearInterval(flight)
    if (stoppedAt !== null) aheadMs = stoppedAt - realNow.call(performance)
    stoppedAt = null
  }
  beforeAll(() => {
    vi.spyOn(performance, 'now').mockImplementation(now)
  })
  afterAll(() => {
    run()
    vi.mocked(performance.now).mockRestore()
  })
  return {
    stop: () => {
      stoppedAt = now()
    },
    advance: ms => {
      stoppedAt = now() + ms
    },
    run,
    fly: () => {
      flight = setInterval(() => {
        aheadMs += 99 * tickMs
      }, tickMs)
    },
  }
}
