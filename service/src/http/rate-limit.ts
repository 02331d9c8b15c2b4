import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problems } from '../problems.ts'

/** Counts a request as several, once its cost is known. */
export type Charge = (request: FastifyRequest, cost: number) => void

/** Runs after authentication and before the body is read. Counted per key and instance; without a key, not at all. */
export function addRateLimit(
  scope: FastifyInstance,
  perSecond: number,
  keyOf: (request: FastifyRequest) => string | null,
): Charge {
  if (perSecond === 0) return () => {}
  const windows = createWindows(perSecond)
  scope.addHook('preParsing', (request, reply, payload, done) => {
    const key = keyOf(request)
    if (key === null) return done(null, payload)
    const { left, seconds } = windows.count(key)
    reply.headers({
      'ratelimit-limit': perSecond,
      'ratelimit-remaining': Math.max(0, left),
      'ratelimit-reset': seconds,
    })
    done(left < 0 ? problems.tooManyRequests(perSecond, seconds) : null, payload)
  })
  return (request, cost) => windows.charge(keyOf(request) ?? '', cost - 1)
}

const maxKeys = 10_000
const windowMs = 1000

interface Window {
  startMs: number
  endMs: number
  requests: number
  /** What requests cost beyond one each. */
  extra: number
}

/** One window per key. */
function createWindows(perSecond: number) {
  const windows = new Map<string, Window>()

  function windowOf(key: string, nowMs: number): Window {
    const open = windows.get(key)
    if (open && open.endMs > nowMs) return open
    if (windows.size >= maxKeys) windows.clear()
    const window = { startMs: nowMs, endMs: nowMs + windowMs, requests: 0, extra: 0 }
    windows.set(key, window)
    return window
  }

  return {
    /** How many requests the window allows after this one (negative: refuse it), and the seconds until it ends. */
    count(key: string): { left: number; seconds: number } {
      const nowMs = Date.now()
      const window = windowOf(key, nowMs)
      window.requests += 1
      const left = perSecond - window.requests - window.extra
      return { left, seconds: Math.max(1, Math.ceil((window.endMs - nowMs) / 1000)) }
    },
    /** Extends the window until the limit covers what was spent; refused requests spend nothing. */
    charge(key: string, extra: number): void {
      const window = windowOf(key, Date.now())
      window.extra += extra
      const spent = Math.min(window.requests, perSecond) + window.extra
      window.endMs = window.startMs + windowMs * Math.max(1, Math.ceil(spent / perSecond))
    },
  }
}
