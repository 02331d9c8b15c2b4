import { createServer, type Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { urlAt } from '../config.ts'
import { problems } from '../problems.ts'
import { CannotListen } from './cannot-listen.ts'

/** A second port of the same server, for what operators use. */
export interface AdminPort {
  has(socket: Socket): boolean
  /** Hands its connections to the server, which treats them as its own. */
  listen(server: Server): Promise<string>
  /** Destroys its connections. Call it once the server has answered everything. */
  close(): Promise<void>
}

export function createAdminPort({ host, port }: { host: string; port: number }): AdminPort {
  const sockets = new Set<Socket>()
  const listener = createServer({ allowHalfOpen: true, noDelay: true })
  return {
    has: socket => sockets.has(socket),
    async listen(server) {
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
    async close() {
      const closed = new Promise(resolve => listener.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

const adminPaths = /^\/(admin|metrics|docs|openapi\.json|console)(\/|$)/
const commonPaths = /^\/((healthz|readyz|problems)(\/|$)|$)/

/** Answers 404 for paths that belong to the other port. */
export function separatePorts(app: FastifyInstance, adminPort: Pick<AdminPort, 'has'>): void {
  app.addHook('onRequest', async request => {
    // The route that matched, because the path as sent can be written in many ways.
    const path = request.routeOptions.url ?? request.url.split('?', 1)[0] ?? ''
    if (commonPaths.test(path)) return
    if (adminPaths.test(path) !== adminPort.has(request.raw.socket)) throw problems.notFound('path')
  })
}
