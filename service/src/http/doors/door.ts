import type { DoorBudget } from './limits.ts'

export interface Visitor {
  start(): void
  refuse(): void
  hasLeft(): boolean
}

export interface Door {
  /** True when whoever comes now must be turned away. */
  turnsAway(): boolean
  /** Into the line, which moves on at the end of this turn of the event loop. */
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
const burstMs = 1000
/** From then on, so much waiting is enough. */
const standingWaitMs = 150
const patienceMs = 5000
/** So much work of a door is started in one turn of the event loop. */
const turnMs = 10

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
  let began = { atMs: 0, entered: 0 }
  let isStanding = false
  let refusedAtMs = 0
  let startedAtMs = 0
  let left = 0

  const working = () => inFlight - outside
  const room = () =>
    Math.min(budget.maxInFlight - inFlight, Math.max(2, Math.ceil(concurrency() * budget.share)) - working())

  function start(visitor: Visitor): void {
    inFlight += 1
    startedAtMs = now()
    visitor.start()
  }

  function isFull(): boolean {
    if (line.length === 0) isStanding &&= now() - refusedAtMs < burstMs
    // whoever is in line then is not waiting, only on the way in
    if (line.length < room()) return false
    if (inFlight >= budget.maxInFlight || line.length >= budget.maxLine) return true
    const [first] = line
    if (!first) return false
    isStanding ||= now() - began.atMs > burstMs || began.entered > budget.maxLine
    return isStanding && now() - first.sinceMs > standingWaitMs
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
      if (line.length === 0) began = { atMs: now(), entered: 0 }
      began.entered += 1
      line.push({ visitor, sinceMs: now() })
      changed()
    },
    startWaiting() {
      const turnEndsMs = now() + turnMs
      while (room() > 0) {
        const first = line.shift()
        if (!first) return
        if (!first.visitor.hasLeft()) start(first.visitor)
        // whoever is answered at once makes room at once: the rest of a long line waits for the next turn
        if (now() > turnEndsMs) return changed()
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
