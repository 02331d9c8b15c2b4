import { Recent } from '../../recent.ts'

/** Merchants' calls and webhooks take precedence over jobs. */
export type Priority = 'request' | 'job'

interface Turn {
  waitMs: number
  /** If false, ask again after the wait. Jobs cannot book ahead, so that requests never wait behind them. */
  isBooked: boolean
}

/** Far below what any processor allows. If even this is too much, the pauses between tries have to suffice. */
const minPerSecond = 10
/** In this time, the limit doubles, which undoes the last cut. It keeps growing after that. */
const recoveryMs = 10_000
/** The limit ends after this long without a call being turned away. */
const limitLastsMs = 60_000
/** Beyond this number, the limits of the accounts least recently called are forgotten. */
const maxAccounts = 10_000

interface Limit {
  /** When the calls of the last second started. */
  starts: number[]
  cutAt: number
  perSecondAtCut: number
  nextAt: number
  nextJobAt: number
}

export type Allowance = ReturnType<typeof createAllowance>

/**
 * How many calls a second the processor accepts on an account, learned from the calls that it turns away. Until it turns
 * one away, every turn comes at once. Times are in milliseconds of a monotonic clock.
 */
export function createAllowance() {
  const limits = new Recent<Limit>(maxAccounts)
  const limitOf = (account: string) => limits.get(account) ?? newLimit(account)

  function newLimit(account: string): Limit {
    const limit = { starts: [], cutAt: Number.NEGATIVE_INFINITY, perSecondAtCut: 0, nextAt: 0, nextJobAt: 0 }
    limits.set(account, limit)
    return limit
  }

  return {
    /** Null if there is no turn in time. */
    turn(account: string, priority: Priority, now: number, until: number): Turn | null {
      const limit = limitOf(account)
      forgetOldStarts(limit, now)
      const intervalMs = 1000 / perSecond(limit, now)
      const at = Math.max(now, limit.nextAt, priority === 'job' ? limit.nextJobAt : 0)
      if (at > until) return null
      if (priority === 'job' && at > now) return { waitMs: at - now, isBooked: false }
      limit.nextAt = at + intervalMs
      // Jobs get at most half of the turns, so that a request rarely has to wait for one.
      if (priority === 'job') limit.nextJobAt = at + 2 * intervalMs
      limit.starts.push(at)
      return { waitMs: at - now, isBooked: true }
    },

    /** Call it when a call was turned away because there were too many. */
    turnedAway(account: string, startedAt: number, now: number): void {
      const limit = limitOf(account)
      // A call sent before the last cut says nothing about whether that cut was enough.
      if (startedAt <= limit.cutAt) return
      forgetOldStarts(limit, now)
      const tried = Math.min(limit.starts.length, perSecond(limit, now))
      limit.perSecondAtCut = Math.max(minPerSecond, tried / 2)
      limit.cutAt = now
    },
  }
}

function perSecond({ cutAt, perSecondAtCut }: Limit, now: number): number {
  const elapsedMs = now - cutAt
  return elapsedMs >= limitLastsMs ? Number.POSITIVE_INFINITY : perSecondAtCut * (1 + elapsedMs / recoveryMs)
}

function forgetOldStarts({ starts }: Limit, now: number): void {
  while (starts[0] !== undefined && starts[0] <= now - 1000) starts.shift()
}
