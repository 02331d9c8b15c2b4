import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { problems } from '../problems.ts'
import { isProbe } from './doors/limits.ts'

const sweepEveryMs = 50
/** The share of the stop's time that requests in flight get. */
const shareOfRequests = 0.8

/**
 * While earlier requests are in flight, the server still accepts connections, so that new requests get a 503 instead
 * of a refused connection. A server ends with its last connection, and clients keep theirs alive. So answers given
 * while stopping close their connection, and idle connections are cut; after the deadline, all are.
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
    const isLate = !isEarlier && !isProbe(request)
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
