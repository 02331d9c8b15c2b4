/** Real time plus an offset that, once there are payments, can only grow. While a job runs, it shows the time the job was due. */
export interface Clock {
  /** Milliseconds. */
  now(): number
  offset(): number
  setOffset(ms: number): void
  /** Runs `work` as if the time were `at`. */
  standAt<T>(at: number, work: () => T): T
}

export function createClock(realNow: () => number = Date.now): Clock {
  let offset = 0
  let standing: number | undefined
  return {
    now: () => standing ?? realNow() + offset,
    offset: () => offset,
    setOffset(ms) {
      offset = ms
    },
    standAt(at, work) {
      const before = standing
      standing = at
      try {
        return work()
      } finally {
        standing = before
      }
    },
  }
}
