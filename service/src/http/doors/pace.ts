/** How much of a line to observe before its pace counts. Until then, it may be only a burst. */
export interface PaceRules {
  waitingMs: number
  /** Fewer are enough once requests have waited for two seconds. */
  starts: number
  /** One pause of the whole process, up to this long, is ignored: it does not predict the pace. */
  pauseMs: number
}

const spanMs = 2000

const newSpan = () => ({ waitingMs: 0, starts: 0, longestGapMs: 0 })

/** How fast a line moves, measured while requests wait, over the last two to four seconds. */
export function createPace(rules: PaceRules, now: () => number) {
  let before = newSpan()
  let current = newSpan()
  let currentSinceMs = now()
  /** Null while no request waits. */
  let measuredUntilMs: number | null = null

  function measure(): void {
    const atMs = now()
    const ageMs = atMs - currentSinceMs
    if (measuredUntilMs !== null) {
      const gapMs = atMs - measuredUntilMs
      current.waitingMs += gapMs
      current.longestGapMs = Math.max(current.longestGapMs, gapMs)
      measuredUntilMs = atMs
    } else if (ageMs > 2 * spanMs) current = newSpan()
    if (ageMs < spanMs) return
    before = current
    current = newSpan()
    currentSinceMs = atMs
  }

  return {
    /** Call it whenever requests begin or stop waiting. */
    setWaiting(isWaiting: boolean): void {
      if (isWaiting === (measuredUntilMs !== null)) return
      measure()
      measuredUntilMs = isWaiting ? now() : null
    },
    started(): void {
      measure()
      if (measuredUntilMs !== null) current.starts += 1
    },
    /** Call it regularly: a gap between calls means that the process was held up. */
    measure,
    /** Null until enough has been observed. */
    msPerStart(): number | null {
      measure()
      const starts = before.starts + current.starts
      const gapMs = Math.min(rules.pauseMs, Math.max(before.longestGapMs, current.longestGapMs))
      const waitingMs = before.waitingMs + current.waitingMs - gapMs
      const isEnough = waitingMs >= rules.waitingMs && (starts >= rules.starts || waitingMs >= spanMs)
      return isEnough ? waitingMs / starts : null
    },
  }
}
