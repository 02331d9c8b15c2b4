/** Time is an argument, so that tests can move it. */
export interface Clock {
  now(): Date
  /** Measured from an arbitrary start. Unlike `now`, it never goes back when a clock is corrected. */
  elapsedMs(): number
}

export const systemClock: Clock = { now: () => new Date(), elapsedMs: () => performance.now() }

export function secondsAfter(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000)
}

/** Lets instances that started together drift apart. */
export function jittered(ms: number): number {
  return ms * (0.8 + Math.random() * 0.4)
}
