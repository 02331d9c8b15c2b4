import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problems } from '../problems.ts'

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
