import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problems } from '../../problems.ts'
import { isProbe } from '../doors/limits.ts'

const sweepEveryMs = 50
/** The share of the stop timeout that requests in flight may use. */
const shareOfRequests = 0.8

interface Phases {
  /** Requests are still served, but proxies should send new ones elsewhere. */
  isStopping(): boolean
  /** No new requests are served. */
  isClosing(): boolean
}

/**
 * Answers sent while stopping close their connection, so that clients open their next one elsewhere. Once closing, the
 * server accepts no connections: a proxy retries a refused one at another instance, but passes on a 503. The server ends
 * with its last connection, so idle ones are cut at once, and all others at the deadline.
 */
export function addGracefulStop(
  app: FastifyInstance,
  { isStopping, isClosing }: Phases,
  stopTimeoutMs: number,
): void {
  let inFlight = 0
  const accepted = new Set<FastifyRequest>()
  app.addHook('onRequest', (request, reply, done) => {
    const isLate = isClosing()
    inFlight += 1
    if (!isLate) accepted.add(request)
    reply.raw.once('close', () => {
      inFlight -= 1
      accepted.delete(request)
    })
    done(isLate && !isProbe(request) ? problems.unavailable('The service is stopping.', 5) : undefined)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping()) reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', async () => {
    const { server } = app
    if (!server.listening) return
    const deadline = Date.now() + stopTimeoutMs * shareOfRequests
    server.close()
    // the server does not count requests on the operators' port, so it would not wait for them
    while (accepted.size > 0 && Date.now() <= deadline) await pause(sweepEveryMs)
    for (const request of accepted) logCut(request)
    const sweep = setInterval(() => {
      if (inFlight === 0 || Date.now() > deadline) server.closeAllConnections()
    }, sweepEveryMs)
    server.once('close', () => clearInterval(sweep))
  })
}

function logCut({ log, method, routeOptions }: FastifyRequest): void {
  log.error({ method, route: routeOptions.url }, 'cut off a request to stop in time')
}
