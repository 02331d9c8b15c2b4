/** How fast a line moves. Measured while it stands, over the last two to four seconds. */
interface Pace {
  /** To be told when requests begin to wait, and when none waits any more. */
  stands(isStanding: boolean): void
  started(): void
  /** To be called now and then: a gap in between means that the process was held up. */
  measure(): void
  /** Null as long as too little was seen to tell. */
  msPerStart(): number | null
}

/** What must be seen of a line before its pace counts. Until then, it is a burst. */
export interface PaceRules {
  standingMs: number
  /** Fewer are enough when the line has stood for two seconds. */
  starts: number
  /** The whole process may be held up for so long once: that says nothing about the time to come. */
  pauseMs: number
}

interface Span {
  standingMs: number
  starts: number
  longestGapMs: number
}

const spanMs = 2000

const newSpan = (): Span => ({ standingMs: 0, starts: 0, longestGapMs: 0 })

export function createPace(rules: PaceRules, now: () => number): Pace {
  let before = newSpan()
  let current = newSpan()
  let currentSinceMs = now()
  /** Null while the line does not stand. */
  let measuredUntilMs: number | null = null

  function measure(): void {
    const atMs = now()
    const ageMs = atMs - currentSinceMs
    if (measuredUntilMs !== null) {
      const gapMs = atMs - measuredUntilMs
      current.standingMs += gapMs
      current.longestGapMs = Math.max(current.longestGapMs, gapMs)
      measuredUntilMs = atMs
    } else if (ageMs > 2 * spanMs) current = newSpan()
    if (ageMs < spanMs) return
    before = current
    current = newSpan()
    currentSinceMs = atMs
  }

  return {
    stands(isStanding) {
      if (isStanding === (measuredUntilMs !== null)) return
      measure()
      measuredUntilMs = isStanding ? now() : null
    },
    started() {
      measure()
      if (measuredUntilMs !== null) current.starts += 1
    },
    measure,
    msPerStart() {
      measure()
      const starts = before.starts + current.starts
      const gapMs = Math.min(rules.pauseMs, Math.max(before.longestGapMs, current.longestGapMs))
      const standingMs = before.standingMs + current.standingMs - gapMs
      const isEnough = standingMs >= rules.standingMs && (starts >= rules.starts || standingMs >= spanMs)
      return isEnough ? standingMs / starts : null
    },
  }
}
