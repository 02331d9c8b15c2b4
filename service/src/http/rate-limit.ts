import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problems } from '../problems.ts'

/** Counts a request as several, once it is known what it cost. */
export type Charge = (request: FastifyRequest, cost: number) => void

/** Runs after authentication and before the body is read. Counted per key and instance; without a key, not at all. */
export async function addRateLimit(
  scope: FastifyInstance,
  perSecond: number,
  keyOf: (request: FastifyRequest) => string | null,
): Promise<Charge> {
  if (perSecond === 0) return () => {}
  const windows = createWindows(perSecond)
  await scope.register(rateLimit, {
    global: true,
    hook: 'preParsing',
    max: perSecond,
    timeWindow: windowMs,
    keyGenerator: request => keyOf(request) ?? '',
    allowList: request => keyOf(request) === null,
    errorResponseBuilder: (_request, { ttl }) =>
      problems.tooManyRequests(perSecond, Math.max(1, Math.ceil(ttl / 1000))),
    enableDraftSpec: true,
    store: class implements FastifyRateLimitStore {
      incr(key: string, done: (error: Error | null, result?: { current: number; ttl: number }) => void) {
        done(null, windows.count(key))
      }

      child() {
        return this
      }
    },
  })
  return (request, cost) => windows.charge(keyOf(request) ?? '', cost - 1)
}

const keysAtMost = 10_000
const windowMs = 1000

interface Window {
  startMs: number
  endMs: number
  requests: number
  /** What requests cost beyond one each. */
  extra: number
}

/**
 * One window a key. The plugin's own store hands the same object to all requests of a key, so that a burst
 * which goes over the limit is refused as a whole: each of its requests sees the count of the last.
 */
function createWindows(perSecond: number) {
  const windows = new Map<string, Window>()

  function windowOf(key: string, nowMs: number): Window {
    const open = windows.get(key)
    if (open && open.endMs > nowMs) return open
    if (windows.size >= keysAtMost) windows.clear()
    const window = { startMs: nowMs, endMs: nowMs + windowMs, requests: 0, extra: 0 }
    windows.set(key, window)
    return window
  }

  return {
    count(key: string): { current: number; ttl: number } {
      const nowMs = Date.now()
      const window = windowOf(key, nowMs)
      window.requests += 1
      return { current: window.requests + window.extra, ttl: window.endMs - nowMs }
    },
    /** The window lasts until the limit allows what was spent; requests that were refused spent nothing. */
    charge(key: string, extra: number): void {
      const window = windowOf(key, Date.now())
      window.extra += extra
      const spent = Math.min(window.requests, perSecond) + window.extra
      window.endMs = window.startMs + windowMs * Math.max(1, Math.ceil(spent / perSecond))
    },
  }
}
