import { createServer, type Server, type Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { urlAt } from '../../config.ts'
import { problems } from '../../problems.ts'
import { CannotListen } from './cannot-listen.ts'

export type AdminPort = ReturnType<typeof createAdminPort>

/** A second port of the same server, for operators. */
export function createAdminPort({ host, port }: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  const listener = createServer({ allowHalfOpen: true, noDelay: true })
  return {
    has: (socket: Socket) => sockets.has(socket),
    /** Hands its connections to the server, which treats them as its own. */
    async listen(server: Server): Promise<string> {
      listener.on('connection', socket => {
        sockets.add(socket)
        socket.once('close', () => sockets.delete(socket))
        server.emit('connection', socket)
      })
      await new Promise<void>((resolve, reject) => {
        listener.once('error', reject).listen({ host, port }, resolve)
      }).catch(error => {
        throw new CannotListen({ host, port, settings: 'SVC_ADMIN_' }, error)
      })
      const address = listener.address()
      const bound = typeof address === 'object' && address ? address.port : port
      return urlAt({ host, port: bound })
    },
    /** Destroys its connections. Call it once the server has answered everything. */
    async close(): Promise<void> {
      const closed = new Promise(resolve => listener.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

const adminPaths = /^\/(admin|metrics|docs|openapi\.json|console)(\/|$)/
const commonPaths = /^\/((healthz|readyz|problems)(\/|$)|$)/

/** Answers 404 for paths that belong to the other port. Merchants' portals are on both. */
export function separatePorts(
  app: FastifyInstance,
  adminPort: Pick<AdminPort, 'has'>,
  isForPortal: (request: FastifyRequest) => boolean,
): void {
  app.addHook('onRequest', async request => {
    // Use the route that matched, because the same path can be written in many ways.
    const path = request.routeOptions.url ?? request.url.split('?', 1)[0] ?? ''
    if (commonPaths.test(path)) return
    const isOperators = adminPaths.test(path)
    const isHere = adminPort.has(request.raw.socket) ? isOperators : !isOperators || isForPortal(request)
    if (!isHere) throw problems.notFound('path')
  })
}
