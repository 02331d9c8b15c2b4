import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/db.ts'
import { jittered } from '../pauses.ts'
import { type AttemptDeps, attemptDelivery } from './attempt.ts'
import { type ClaimedDelivery, claimDeliveries, type Line } from './claim.sql.ts'
import { claimMs } from './in-flight.sql.ts'
import { mayHaveWork } from './queue-state.sql.ts'
import type { Settler } from './settler.ts'
import { createWindows } from './windows.ts'

export interface LaneSettings {
  /** Whether it serves the endpoints that are known to answer quickly, or all others. */
  quick: boolean
  slots: number
  /** How many attempts that last longer than `slowAfterMs` give their slot back; the rest keep it. */
  overtime: number
  perEndpoint: { first: number; most: number }
  slowAfterMs: number
  timeoutMs: number
  pollMs: number
}

export interface LaneDeps extends AttemptDeps {
  db: Db
  log: FastifyBaseLogger
  settler: Settler
}

export interface Lane {
  wake(): void
  stop(): Promise<void>
}

/** Of the slots, how many later attempts may hold: the rest is kept for first ones. */
const shareOfRetries = 0.75

/** Claims and sends for as long as there is work and room. */
export function startLane(deps: LaneDeps, settings: LaneSettings): Lane {
  const { db, clock, log, settler } = deps
  const windows = createWindows(settings.perEndpoint)
  const position: Record<Line, string> = { first: '', again: '' }
  const inFlight: Record<Line, number> = { first: 0, again: 0 }
  const running = new Set<Promise<void>>()
  let overtime = 0
  let stopping = false
  let awake = true
  let wakeUp = () => {}

  function room(line: Line): number {
    const free = settings.slots - inFlight.first - inFlight.again
    return line === 'first' ? free : Math.min(free, settings.slots * shareOfRetries - inFlight.again)
  }

  /** Says whether there may be more. */
  async function claim(line: Line): Promise<boolean> {
    const limit = Math.floor(room(line))
    if (limit <= 0) return false
    const now = clock.now()
    const claimId = randomUUID()
    const claim = await claimDeliveries(db, {
      line,
      quick: settings.quick,
      claimId,
      now,
      leaseUntil: new Date(now.getTime() + claimMs(settings.timeoutMs)),
      after: position[line],
      maxEndpoints: 200,
      maxPerEndpoint: settings.perEndpoint.most,
      firstPerEndpoint: settings.perEndpoint.first,
      rooms: windows.rooms(),
      limit,
    })
    for (const delivery of claim.deliveries) start(line, delivery, claimId)
    position[line] = claim.next
    for (const err of claim.faults) log.error({ err }, 'callbacks of a merchant could not be claimed')
    return claim.deliveries.length > 0 || claim.next !== ''
  }

  function start(line: Line, delivery: ClaimedDelivery, claimId: string): void {
    const { merchantId, deliveryId } = delivery
    let quickly = true
    let giveBack = () => {
      inFlight[line] -= 1
    }
    function goIntoOvertime(): void {
      quickly = false
      windows.shrink(merchantId)
      if (overtime >= settings.overtime) return
      giveBack()
      overtime += 1
      giveBack = () => {
        overtime -= 1
      }
      wake()
    }
    inFlight[line] += 1
    windows.take(merchantId)
    const late = setTimeout(goIntoOvertime, settings.slowAfterMs)
    const attempt = attemptDelivery(deps, delivery, claimId)
      .finally(() => clearTimeout(late))
      .then(async result => {
        await settler.add(result)
        if (result.retryAt) wakeFor(result.retryAt)
      })
      .catch(error => log.error({ err: error, deliveryId }, 'callback attempt failed'))
      .finally(() => {
        giveBack()
        windows.release(merchantId, quickly)
        running.delete(attempt)
        wake()
      })
    running.add(attempt)
  }

  function wake(): void {
    awake = true
    wakeUp()
  }

  /** A retry that is due before the next look at the queue need not wait for that. */
  function wakeFor(retryAt: Date): void {
    const inMs = retryAt.getTime() - clock.now().getTime()
    if (inMs < settings.pollMs) setTimeout(wake, Math.max(0, inMs))
  }

  async function rest(): Promise<void> {
    if (awake || stopping) return
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, jittered(settings.pollMs))
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    wakeUp = () => {}
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      const wasWoken = awake
      awake = false
      windows.forgetIdle()
      try {
        if (wasWoken || (await mayHaveWork(db, clock.now()))) {
          const more = [await claim('first'), await claim('again')]
          if (more.includes(true)) awake = true
        }
      } catch (error) {
        log.error({ err: error }, 'callbacks could not be claimed')
      }
      await rest()
    }
  }

  const ended = loop()
  return {
    wake,
    /** What is in flight is finished and settled. */
    async stop() {
      stopping = true
      wakeUp()
      await ended
      await Promise.all(running)
    },
  }
}
