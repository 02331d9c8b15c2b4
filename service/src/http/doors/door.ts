import type { DoorBudget } from './limits.ts'
import { createLine } from './line.ts'
import { createPace, type PaceRules } from './pace.ts'

interface Visitor {
  /** Whose turn the request takes: a merchant, an account, an operator, or only a network if the caller is unknown. */
  caller: string
  start(): void
  refuse(): void
  hasLeft(): boolean
}

const patienceMs = 5000
/** How long a door may start requests in one turn of the event loop. */
const turnMs = 10
/** One caller's largest share of the requests in flight; the rest is left for others. */
const maxShareOfCaller = 0.75
/** A door that has let nothing in for this long, and still refuses, is stuck. */
const stuckMs = 2000

/**
 * Works on a few requests at a time; the others wait in line, where they cost nothing. A request is turned away if, at
 * the line's current pace, it would wait longer than the door allows.
 */
export function createDoor(
  budget: DoorBudget & { pace: PaceRules },
  concurrency: () => number,
  changed: () => void,
  now: () => number = () => performance.now(),
) {
  const line = createLine<{ visitor: Visitor; sinceMs: number }>()
  const pace = createPace(budget.pace, now)
  const inFlightOf = new Map<string, number>()
  let inFlight = 0
  let outside = 0
  let refusedAtMs = 0
  let startedAtMs = 0
  let left = 0

  const working = () => inFlight - outside
  const room = () =>
    Math.min(budget.maxInFlight - inFlight, Math.max(2, Math.ceil(concurrency() * budget.share)) - working())

  function start(visitor: Visitor): void {
    const ofCaller = inFlightOf.get(visitor.caller) ?? 0
    if (ofCaller >= budget.maxInFlight * maxShareOfCaller) {
      refuse(visitor)
      return
    }
    inFlightOf.set(visitor.caller, ofCaller + 1)
    inFlight += 1
    startedAtMs = now()
    visitor.start()
  }

  function refuse(visitor: Visitor): void {
    refusedAtMs = now()
    visitor.refuse()
  }

  function expectedWaitMs(caller: string): number {
    // Everything in line fits, and starts at the end of this turn.
    if (line.length() < room()) return 0
    const msPerStart = pace.msPerStart()
    return msPerStart === null ? 0 : line.placeOf(caller) * msPerStart
  }

  /** True if this caller's next request would wait too long, and must be refused. */
  function turnsAway(caller: string): boolean {
    if (expectedWaitMs(caller) <= budget.maxWaitMs) return false
    refusedAtMs = now()
    return true
  }

  return {
    turnsAway,
    /** Joins the line, which moves at the end of this turn of the event loop. */
    enter(visitor: Visitor) {
      if (turnsAway(visitor.caller)) return visitor.refuse()
      line.join(visitor.caller, { visitor, sinceMs: now() })
      changed()
    },
    /** Starts as many waiting requests as there is room for. */
    startWaiting(): void {
      const turnEndsMs = now() + turnMs
      // A request answered at once makes room at once, so a long line could fill the turn: the rest waits for the next.
      while (room() > 0 && now() <= turnEndsMs) {
        const next = line.next()
        if (!next) break
        pace.started()
        if (!next.visitor.hasLeft()) start(next.visitor)
      }
      pace.setWaiting(line.length() > 0)
      if (line.length() > 0 && room() > 0) changed()
    },
    /** Call it when an answer to this caller begins. */
    leave(caller: string): void {
      const ofCaller = (inFlightOf.get(caller) ?? 1) - 1
      if (ofCaller === 0) inFlightOf.delete(caller)
      else inFlightOf.set(caller, ofCaller)
      inFlight -= 1
      left += 1
      if (line.length() > 0) changed()
    },
    /** Wraps a wait for another system, which is no sign of overload and takes no room from others. */
    async outside<T>(wait: Promise<T>): Promise<T> {
      outside += 1
      if (line.length() > 0) changed()
      try {
        return await wait
      } finally {
        outside -= 1
      }
    },
    /** Refuses requests that have waited too long, although the pace had promised a shorter wait. */
    sweep(): void {
      pace.measure()
      for (const { visitor } of line.drop(({ sinceMs }) => now() - sinceMs > patienceMs)) {
        if (!visitor.hasLeft()) refuse(visitor)
      }
    },
    state: () => ({
      inFlight,
      working: working(),
      waiting: line.length(),
      left,
      isStuck: refusedAtMs > 0 && now() - refusedAtMs < stuckMs / 2 && now() - startedAtMs > stuckMs,
    }),
  }
}
