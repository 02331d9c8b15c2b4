/** Time is an argument, so that tests can move it. */
export interface Clock {
  now(): Date
  /** Since whenever. It never goes back, as `now` can when a clock is put right. */
  elapsedMs(): number
}

export const systemClock: Clock = { now: () => new Date(), elapsedMs: () => performance.now() }

export function secondsAfter(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000)
}

/** Instances that started together drift apart. */
export function jittered(ms: number): number {
  return ms * (0.8 + Math.random() * 0.4)
}
