import type { DoorBudget } from './door-limits.ts'

export interface Visitor {
  start(): void
  refuse(): void
  hasLeft(): boolean
}

export interface Door {
  /** True when whoever comes now must be turned away. */
  turnsAway(): boolean
  enter(visitor: Visitor): void
  /** Lets in those in line for whom there is room. */
  startWaiting(): void
  /** An answer has begun. */
  leave(): void
  /** For work that waits for somebody else meanwhile: that is no sign of overload and takes no room from others. */
  outside<T>(wait: Promise<T>): Promise<T>
  /** Turns away those who have waited too long. */
  sweep(): void
  state(): { inFlight: number; working: number; waiting: number; left: number; isStuck: boolean }
}

/** A line that lasts longer than this is no burst: more comes in than goes out. */
const burstMs = 750
/** How long one waits in line at most: in a line that lasts, and in a burst, by the pace of the line so far. */
const standingWaitMs = 200
const burstWaitMs = 2500
const patienceMs = 5000

/**
 * Requests are worked on a few at a time; others wait in line, where they cost nothing. A burst may make the line
 * long. If it stays, it is kept short, and who comes is turned away at once.
 */
export function createDoor(
  budget: DoorBudget,
  concurrency: () => number,
  changed: () => void,
  now: () => number = () => performance.now(),
): Door {
  const line: { visitor: Visitor; sinceMs: number }[] = []
  let inFlight = 0
  let outside = 0
  /** Of the line since it was empty last. */
  let began = { atMs: 0, entered: 0, started: 0 }
  let isStanding = false
  let refusedAtMs = 0
  let startedAtMs = 0
  let left = 0

  const working = () => inFlight - outside
  const hasRoom = () =>
    inFlight < budget.maxInFlight && working() < Math.max(2, Math.ceil(concurrency() * budget.share))

  function start(visitor: Visitor): void {
    inFlight += 1
    startedAtMs = now()
    visitor.start()
  }

  function isFull(): boolean {
    if (inFlight >= budget.maxInFlight || line.length >= budget.maxLine) return true
    const [first] = line
    if (!first) {
      isStanding &&= now() - refusedAtMs < burstMs
      return false
    }
    const lastedMs = now() - began.atMs
    isStanding ||= lastedMs > burstMs || began.entered > budget.maxLine
    if (isStanding) return now() - first.sinceMs > standingWaitMs
    return lastedMs > standingWaitMs && (line.length * lastedMs) / (began.started + 1) > burstWaitMs
  }

  function turnsAway(): boolean {
    if (!isFull()) return false
    refusedAtMs = now()
    return true
  }

  return {
    turnsAway,
    enter(visitor) {
      if (turnsAway()) return visitor.refuse()
      if (line.length === 0 && hasRoom()) return start(visitor)
      if (line.length === 0) began = { atMs: now(), entered: 0, started: 0 }
      began.entered += 1
      line.push({ visitor, sinceMs: now() })
      changed()
    },
    startWaiting() {
      while (hasRoom()) {
        const first = line.shift()
        if (!first) return
        began.started += 1
        if (!first.visitor.hasLeft()) start(first.visitor)
      }
    },
    leave() {
      inFlight -= 1
      left += 1
      if (line.length > 0) changed()
    },
    async outside(wait) {
      outside += 1
      if (line.length > 0) changed()
      try {
        return await wait
      } finally {
        outside -= 1
      }
    },
    sweep() {
      while (line[0] && now() - line[0].sinceMs > patienceMs) {
        const late = line.shift()
        refusedAtMs = now()
        if (late && !late.visitor.hasLeft()) late.visitor.refuse()
      }
    },
    state: () => ({
      inFlight,
      working: working(),
      waiting: line.length,
      left,
      isStuck: refusedAtMs > 0 && now() - refusedAtMs < burstMs && now() - startedAtMs > 2 * burstMs,
    }),
  }
}
