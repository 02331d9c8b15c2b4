import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { problems } from '../problems.ts'

export interface OverloadLimits {
  maxInFlight: number
  maxEventLoopDelayMs: number
}

export const defaultOverloadLimits: OverloadLimits = { maxInFlight: 1000, maxEventLoopDelayMs: 3000 }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered even when the service is overloaded or stopping: probes and metrics. */
    always?: boolean
  }
}

/** Refuses early what could only queue up, so that memory stays flat and callers learn to wait. */
export async function addOverloadProtection(
  app: FastifyInstance,
  limits: OverloadLimits,
  isStopping: () => boolean,
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: limits.maxEventLoopDelayMs,
    sampleInterval: 500,
    pressureHandler: () => {},
  })
  let inFlight = 0
  app.addHook('onRequest', async (request, reply) => {
    inFlight += 1
    reply.raw.once('close', () => {
      inFlight -= 1
    })
    if (request.routeOptions.config.always) return
    if (isStopping()) throw problems.unavailable('The service is stopping.', 5)
    if (inFlight > limits.maxInFlight || app.isUnderPressure()) {
      throw problems.unavailable('The service has more work than it can do.', 2)
    }
  })
}
