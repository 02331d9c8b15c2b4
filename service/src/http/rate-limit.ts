import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problems } from '../problems.ts'

/** Runs after authentication and before the body is read. Counted per key and instance. */
export async function addRateLimit(
  scope: FastifyInstance,
  perSecond: number,
  keyOf: (request: FastifyRequest) => string,
): Promise<void> {
  if (perSecond === 0) return
  await scope.register(rateLimit, {
    global: true,
    hook: 'preParsing',
    max: perSecond,
    timeWindow: 1000,
    keyGenerator: keyOf,
    errorResponseBuilder: (_request, { ttl }) =>
      problems.tooManyRequests(perSecond, Math.max(1, Math.ceil(ttl / 1000))),
    enableDraftSpec: true,
    store: Windows,
  })
}

const keysAtMost = 10_000

/**
 * One window a key. The plugin's own store hands the same object to all requests of a key, so that a burst
 * which goes over the limit is refused as a whole: each of its requests sees the count of the last.
 */
class Windows implements FastifyRateLimitStore {
  readonly #windows = new Map<string, { startMs: number; count: number }>()

  incr(
    key: string,
    done: (error: Error | null, result?: { current: number; ttl: number }) => void,
    ms = 1000,
  ) {
    const now = Date.now()
    let window = this.#windows.get(key)
    if (!window || window.startMs + ms <= now) {
      if (this.#windows.size >= keysAtMost) this.#windows.clear()
      window = { startMs: now, count: 0 }
      this.#windows.set(key, window)
    }
    window.count += 1
    done(null, { current: window.count, ttl: window.startMs + ms - now })
  }

  child() {
    return this
  }
}
