import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { PaceRules } from './pace.ts'

export type CountedDoor = keyof typeof fixedLimits.doors
export type DoorName = CountedDoor | 'probes'

export interface DoorBudget {
  bodyBytes: number
  /** Requests that have left the line and are not answered yet, whatever they wait for. */
  maxInFlight: number
  /** A request that would wait in line for longer is refused instead. */
  maxWaitMs: number
  /** Its share of the requests being worked on. */
  share: number
}

export type DoorLimits = Config['doors'] & typeof fixedLimits

const kibi = 1024
const mebi = 1024 * kibi

export const fixedLimits = {
  /** Memory for all bodies together, and for the bodies of one client. */
  bodyBytes: 64 * mebi,
  bodyBytesPerAddress: 16 * mebi,
  /** How many bodies of one client may take longer than a second. */
  slowBodiesPerAddress: 100,
  /** Extra connections, which are served probes and metrics only. */
  guests: 256,
  /** A connection whose client has read nothing for this long is ended. */
  unreadMs: 30_000,
  /** For all portals of one merchant together. */
  portalRequestsPerSecond: 50,
  pace: { waitingMs: 500, starts: 256, pauseMs: 1000 } satisfies PaceRules,
  /** Bounds on the number of requests worked on at a time, which adapts to the load. */
  concurrency: { min: 16, start: 16, max: 256 },
  doors: {
    merchants: { bodyBytes: 64 * kibi, maxInFlight: 2000, maxWaitMs: 500, share: 1 },
    webhooks: { bodyBytes: 512 * kibi, maxInFlight: 500, maxWaitMs: 2000, share: 0.5 },
    operators: { bodyBytes: 64 * kibi, maxInFlight: 200, maxWaitMs: 2000, share: 0.25 },
    portals: { bodyBytes: 64 * kibi, maxInFlight: 100, maxWaitMs: 2000, share: 0.25 },
    public: { bodyBytes: 64 * kibi, maxInFlight: 100, maxWaitMs: 500, share: 0.25 },
  } satisfies Record<string, DoorBudget>,
}

const probes = new Set(['/healthz', '/readyz', '/metrics'])

/** Probes and metrics: answered even while the service is full or stopping, and neither logged nor traced. */
export const isProbe = ({ routeOptions }: FastifyRequest) => probes.has(routeOptions.url ?? '')

export interface Target {
  url?: string | undefined
  headers: IncomingHttpHeaders
}

/** Chosen by the path and the kind of credential, before the credential is verified. */
export function doorOf(target: Target, isPortal: (target: Target) => boolean): DoorName {
  const url = routedPath(target.url ?? '/')
  if (url.startsWith('/v1/')) return 'merchants'
  if (url.startsWith('/webhooks/')) return 'webhooks'
  if (url.startsWith('/admin/')) return isPortal(target) ? 'portals' : 'operators'
  return probes.has(url.split('?', 1)[0] ?? url) ? 'probes' : 'public'
}

/** The path as the router reads it: without the origin that a proxy may add, and decoded. */
export function routedPath(target: string): string {
  const path = target.replace(/^https?:\/\/[^/]*/i, '')
  if (!path.includes('%')) return path
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
