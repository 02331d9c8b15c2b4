import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/db.ts'
import { type AttemptDeps, attemptDelivery } from './attempt.ts'
import { type Claimed, claimDeliveries } from './claim.sql.ts'
import { createSettler } from './settler.ts'

export interface WorkerSettings {
  slots: number
  /** Of the slots, how many later attempts may hold: the rest is kept for first ones. */
  slotsForRetries: number
  perEndpoint: number
  timeoutMs: number
  pollMs: number
}

export const defaultWorkerSettings = { slots: 256, slotsForRetries: 192, perEndpoint: 10, pollMs: 250 }

export interface CallbackWorker {
  wake(): void
  stop(): Promise<void>
}

type Lane = 'first' | 'again'

/** Claims, sends and settles, for as long as there is work and room; many such workers share the queue. */
export function startCallbackWorker(
  deps: AttemptDeps & { db: Db; log: FastifyBaseLogger },
  settings: WorkerSettings,
): CallbackWorker {
  const { db, clock, log } = deps
  const settler = createSettler(deps)
  const position: Record<Lane, string> = { first: '', again: '' }
  const inFlight: Record<Lane, number> = { first: 0, again: 0 }
  const running = new Set<Promise<void>>()
  let stopping = false
  let awake = true
  let wakeUp = () => {}

  function room(lane: Lane): number {
    const free = settings.slots - inFlight.first - inFlight.again
    return lane === 'first' ? free : Math.min(free, settings.slotsForRetries - inFlight.again)
  }

  /** Says whether there may be more. */
  async function claim(lane: Lane): Promise<boolean> {
    const limit = room(lane)
    if (limit <= 0) return false
    const now = clock.now()
    const claimId = randomUUID()
    const leaseUntil = new Date(now.getTime() + settings.timeoutMs + 20_000)
    const after = position[lane]
    const request = { lane, claimId, now, leaseUntil, after, maxEndpoints: 200, limit }
    const claim = await claimDeliveries(db, { ...request, maxPerEndpoint: settings.perEndpoint })
    for (const delivery of claim.deliveries) start(lane, delivery, claimId)
    position[lane] = claim.next
    return claim.deliveries.length > 0 || claim.next !== ''
  }

  function start(lane: Lane, delivery: Claimed, claimId: string): void {
    inFlight[lane] += 1
    const attempt = attemptDelivery(deps, delivery, claimId)
      .then(result => settler.add(result))
      .catch(error => log.error({ err: error, deliveryId: delivery.deliveryId }, 'callback attempt failed'))
      .finally(() => {
        inFlight[lane] -= 1
        running.delete(attempt)
        wake()
      })
    running.add(attempt)
  }

  function wake(): void {
    awake = true
    wakeUp()
  }

  async function rest(): Promise<void> {
    if (awake || stopping) return
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, settings.pollMs * (0.8 + Math.random() * 0.4))
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    wakeUp = () => {}
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      awake = false
      try {
        const more = [await claim('first'), await claim('again')]
        if (more.includes(true)) awake = true
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
      await settler.flush()
    },
  }
}
