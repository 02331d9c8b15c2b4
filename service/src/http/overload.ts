import type { FastifyInstance } from 'fastify'
import { problems } from '../problems.ts'
import { watchEventLoop } from './event-loop.ts'

export interface OverloadLimits {
  maxInFlight: number
  maxEventLoopDelayMs: number
}

export const defaultOverloadLimits: OverloadLimits = { maxInFlight: 1000, maxEventLoopDelayMs: 1000 }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered even when the service is overloaded or stopping: probes and metrics. */
    always?: boolean
  }
}

/** Refuses early what could only queue up, so that memory stays flat and callers learn to wait. */
export function addOverloadProtection(
  app: FastifyInstance,
  limits: OverloadLimits,
  isStopping: () => boolean,
): void {
  const eventLoop = watchEventLoop(limits.maxEventLoopDelayMs)
  app.addHook('onClose', async () => eventLoop.stop())
  let inFlight = 0
  app.addHook('onRequest', async (request, reply) => {
    inFlight += 1
    reply.raw.once('close', () => {
      inFlight -= 1
    })
    if (request.routeOptions.config.always) return
    if (isStopping()) throw problems.unavailable('The service is stopping.', 5)
    if (inFlight > limits.maxInFlight || eventLoop.isBehind()) {
      throw problems.unavailable('The service has more work than it can do.', 2)
    }
  })
}
