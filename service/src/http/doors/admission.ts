import { nextConcurrency, watchTurns } from './concurrency.ts'
import { createDoor } from './door.ts'
import type { CountedDoor, DoorLimits } from './limits.ts'

export type Admission = ReturnType<typeof createAdmission>

export const sampleMs = 100
const turnsToAccept = 24
const maxAcceptMs = 100

export function createAdmission(limits: DoorLimits) {
  let concurrency = limits.concurrency.start
  let isScheduled = false
  let isAccepting = false
  let turnsHeld = 0
  let startedAtMs = 0
  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(startWaiting)
  }
  const door = (name: CountedDoor) =>
    createDoor({ ...limits.doors[name], pace: limits.pace }, () => concurrency, schedule)
  const doors = {
    webhooks: door('webhooks'),
    operators: door('operators'),
    portals: door('portals'),
    merchants: door('merchants'),
    public: door('public'),
  }
  const all = Object.values(doors)

  /**
   * Node accepts one connection per turn of the event loop. While more may be waiting, most turns start no request and
   * so stay short: a caller whose connection is never accepted cannot even be refused.
   */
  function startWaiting(): void {
    isScheduled = false
    const heldMs = performance.now() - startedAtMs
    const isHeld = isAccepting && turnsHeld < turnsToAccept && heldMs < maxAcceptMs
    isAccepting = false
    turnsHeld = isHeld ? turnsHeld + 1 : 0
    if (isHeld) {
      schedule()
      return
    }
    startedAtMs = performance.now()
    for (const one of all) one.startWaiting()
  }

  const turnMs = watchTurns()
  let leftBefore = 0

  return {
    doors,
    /** Reports that a connection was accepted: there may be more to accept. */
    accepted(): void {
      isAccepting = true
    },
    concurrency: () => concurrency,
    /** Call it every `sampleMs`. */
    adjust(): void {
      const states = all.map(one => one.state())
      const sum = (of: 'working' | 'waiting' | 'left') =>
        states.reduce((total, state) => total + state[of], 0)
      const ownMs = (sum('working') * sampleMs) / Math.max(1, sum('left') - leftBefore)
      leftBefore = sum('left')
      const sample = { turnMs: turnMs(), ownMs, isLimiting: sum('waiting') > 0 }
      concurrency = nextConcurrency(concurrency, sample, limits.concurrency)
      for (const one of all) one.sweep()
    },
  }
}
