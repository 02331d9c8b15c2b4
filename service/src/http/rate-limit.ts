import rateLimit from '@fastify/rate-limit'
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
  })
}
