import type { Config } from '../../config.ts'

export const doorNames = ['probes', 'webhooks', 'operators', 'merchants', 'public'] as const
export type DoorName = (typeof doorNames)[number]

export interface DoorBudget {
  bodyBytes: number
  /** Requests that are neither answered nor waiting in line, whatever they wait for. */
  maxInFlight: number
  /** How many can wait in line, while nothing says that the line will stay. */
  maxLine: number
  /** Its part of the number of requests that are worked on at a time. */
  share: number
}

export type DoorLimits = Config['doors'] & FixedLimits

interface FixedLimits {
  /** All bodies in memory together, and those of one client. */
  bodyBytes: number
  bodyBytesPerAddress: number
  /** Bodies of one client that take longer than a second. */
  slowBodiesPerAddress: number
  /** Between these, the number of requests worked on at a time follows what the service can carry. */
  concurrency: { min: number; start: number; max: number }
  doors: Record<Exclude<DoorName, 'probes'>, DoorBudget>
}

const kibi = 1024
const mebi = 1024 * kibi

export const fixedLimits: FixedLimits = {
  bodyBytes: 64 * mebi,
  bodyBytesPerAddress: 16 * mebi,
  slowBodiesPerAddress: 100,
  concurrency: { min: 16, start: 16, max: 256 },
  doors: {
    merchants: { bodyBytes: 64 * kibi, maxInFlight: 2000, maxLine: 1000, share: 1 },
    webhooks: { bodyBytes: 512 * kibi, maxInFlight: 500, maxLine: 500, share: 0.5 },
    operators: { bodyBytes: 64 * kibi, maxInFlight: 200, maxLine: 200, share: 0.25 },
    public: { bodyBytes: 64 * kibi, maxInFlight: 100, maxLine: 100, share: 0.25 },
  },
}

const probes = new Set(['/healthz', '/readyz', '/metrics'])

/** Judged by the path alone, before anything else is known of a request. */
export function doorOf(target: string): DoorName {
  const url = routedPath(target)
  if (url.startsWith('/v1/')) return 'merchants'
  if (url.startsWith('/webhooks/')) return 'webhooks'
  if (url.startsWith('/admin/')) return 'operators'
  return probes.has(url.split('?', 1)[0] ?? url) ? 'probes' : 'public'
}

/** As the router reads it: without the origin that a proxy may name, and with escapes resolved. */
function routedPath(target: string): string {
  const path = target.replace(/^https?:\/\/[^/]*/i, '')
  if (!path.includes('%')) return path
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
