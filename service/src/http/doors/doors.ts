import type { RequestListener } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import { type Admission, createAdmission, sampleMs } from './admission.ts'
import { createBodyRoom } from './body-room.ts'
import { createDoorServer, type DoorDeps } from './door-server.ts'
import type { CountedDoor } from './limits.ts'
import { createRefusalLog, refusalReasons } from './refusals.ts'

interface DoorsDeps extends Pick<DoorDeps, 'limits' | 'trust' | 'isDirect' | 'callers'> {
  log: FastifyBaseLogger
  registry: Registry
}

/** The doors between the sockets and the framework, with their metrics, log lines and clock. */
export function createDoors({ log, registry, ...deps }: DoorsDeps) {
  const { limits } = deps
  const admission = createAdmission(limits)
  const { merchants, webhooks } = admission.doors
  const time = createRunningTime()
  const bodies = createBodyRoom(limits, time.now)
  const refused = new Counter({
    name: 'svcpay_http_refused_total',
    help: 'Requests turned away at a door, before any work',
    labelNames: ['door', 'reason'] as const,
    registers: [registry],
  })
  for (const door of Object.keys(admission.doors))
    for (const reason of refusalReasons) refused.inc({ door, reason }, 0)
  addDoorGauges(registry, admission)
  const refusals = createRefusalLog(log, (door, reason) => refused.inc({ door, reason }))
  const timer = setInterval(() => {
    time.tick()
    admission.adjust()
    bodies.sweep()
  }, sampleMs).unref()

  return {
    createServer: (route: RequestListener) =>
      createDoorServer(route, { ...deps, admission, bodies, now: time.now, onRefused: refusals.add }),
    /** For calls to another system on behalf of requests of this door. */
    outside: (door: CountedDoor) => admission.doors[door].outside,
    /** Whether the merchants' or the webhooks' door refuses requests and has let none in for a while. */
    isStuck: () => [merchants, webhooks].some(door => door.state().isStuck),
    stop() {
      clearInterval(timer)
      refusals.stop()
    },
  }
}

function addDoorGauges(registry: Registry, { doors, concurrency }: Admission): void {
  new Gauge({
    name: 'svcpay_http_requests',
    help: 'Requests at each door, by what they are waiting for',
    labelNames: ['door', 'state'] as const,
    registers: [registry],
    collect() {
      for (const [door, { state }] of Object.entries(doors)) {
        const { inFlight, working, waiting } = state()
        this.set({ door, state: 'working' }, working)
        this.set({ door, state: 'outside' }, inFlight - working)
        this.set({ door, state: 'waiting' }, waiting)
      }
    },
  })
  new Gauge({
    name: 'svcpay_http_concurrency_limit',
    help: 'Maximum number of merchant requests worked on at a time; adapts to the load',
    registers: [registry],
    collect() {
      this.set(concurrency())
    },
  })
}

/**
 * A clock that stops while the process is not running. On a starved or suspended machine, bytes that clients have sent
 * wait to be read, and the clients must not be treated as late.
 */
function createRunningTime() {
  let runningMs = 0
  let lastMs = performance.now()
  return {
    now: () => runningMs,
    tick() {
      const ms = performance.now()
      runningMs += Math.min(ms - lastMs, 2 * sampleMs)
      lastMs = ms
    },
  }
}
