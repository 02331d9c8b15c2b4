import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { problems } from '../problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered even while the service is stopping: probes and metrics. */
    always?: boolean
  }
}

const sweepEveryMs = 50
/** Of the time that the stop may take. */
const shareOfRequests = 0.8

/**
 * While earlier requests are in flight, the door stays open: who comes is told that the service stops, instead of
 * being refused without a word. A server ends when its last connection does, and clients like to keep theirs. So
 * answers given while stopping close their connection, and connections that carry no request are cut; after a
 * while, all are.
 */
export function addGracefulStop(
  app: FastifyInstance,
  isStopping: () => boolean,
  stopTimeoutMs: number,
): void {
  let inFlight = 0
  let inFlightBeforeStop = 0
  app.addHook('onRequest', (request, reply, done) => {
    const isEarlier = !isStopping()
    inFlight += 1
    if (isEarlier) inFlightBeforeStop += 1
    reply.raw.once('close', () => {
      inFlight -= 1
      if (isEarlier) inFlightBeforeStop -= 1
    })
    const isLate = !isEarlier && !request.routeOptions.config.always
    done(isLate ? problems.unavailable('The service is stopping.', 5) : undefined)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping()) reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', async () => {
    const { server } = app
    if (!server.listening) return
    const deadline = Date.now() + stopTimeoutMs * shareOfRequests
    while (inFlightBeforeStop > 0 && Date.now() <= deadline) await pause(sweepEveryMs)
    const sweep = setInterval(() => {
      if (inFlight === 0 || Date.now() > deadline) server.closeAllConnections()
    }, sweepEveryMs)
    server.once('close', () => clearInterval(sweep))
  })
}
