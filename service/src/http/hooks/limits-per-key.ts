import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problems } from '../../problems.ts'
import { createWindows } from '../windows.ts'

/** Counts a request as several, once its cost is known. */
export type Charge = (request: FastifyRequest, cost: number) => void

const maxKeys = 10_000
const windowMs = 1000

/** Runs after authentication and before the body is read. Counts per key and instance; ignores requests without a key. */
export function addRateLimit(
  scope: FastifyInstance,
  perSecond: number,
  keyOf: (request: FastifyRequest) => string | null,
): Charge {
  if (perSecond === 0) return () => {}
  const windowOf = createWindows(windowMs, maxKeys)
  scope.addHook('preParsing', (request, reply, payload, done) => {
    const key = keyOf(request)
    if (key === null) return done(null, payload)
    const nowMs = Date.now()
    const window = windowOf(key, nowMs)
    window.count += 1
    const left = perSecond - window.count - window.extra
    const seconds = Math.max(1, Math.ceil((window.endMs - nowMs) / 1000))
    reply.headers({
      'ratelimit-limit': perSecond,
      'ratelimit-remaining': Math.max(0, left),
      'ratelimit-reset': seconds,
    })
    done(left < 0 ? problems.tooManyRequests(perSecond, seconds) : null, payload)
  })
  // Extends the window until the limit covers the cost; refused requests cost nothing.
  return (request, cost) => {
    const window = windowOf(keyOf(request) ?? '', Date.now())
    window.extra += cost - 1
    const spent = Math.min(window.count, perSecond) + window.extra
    window.endMs = window.startMs + windowMs * Math.max(1, Math.ceil(spent / perSecond))
  }
}

/**
 * Limits the requests in flight per key, so that one caller leaves room for others. A request counts until its answer
 * is ready, because the work continues after its caller has left.
 */
export function addInFlightLimit(
  scope: FastifyInstance,
  max: number,
  keyOf: (request: FastifyRequest) => string,
): void {
  const inFlight = new Map<string, number>()
  const counted = new WeakMap<FastifyRequest, string>()
  scope.addHook('onRequest', (request, _reply, done) => {
    const key = keyOf(request)
    const count = inFlight.get(key) ?? 0
    if (count >= max) return done(problems.tooManyInFlight(max))
    inFlight.set(key, count + 1)
    counted.set(request, key)
    done()
  })
  scope.addHook('onSend', (request, _reply, _payload, done) => {
    const key = counted.get(request)
    if (key === undefined) return done()
    counted.delete(request)
    const left = (inFlight.get(key) ?? 1) - 1
    if (left === 0) inFlight.delete(key)
    else inFlight.set(key, left)
    done()
  })
}
