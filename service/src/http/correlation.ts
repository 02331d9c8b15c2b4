import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { newTraceId } from '../ids.ts'

const acceptable = /^[A-Za-z0-9._-]{8,128}$/

/** Pasted into the wrong header, a key must not end up in every line of the log. */
const credential = /(svc_(live|op|ses|code)|[srp]k_(live|test)|whsec)_/

export function isTraceId(text: string): boolean {
  return acceptable.test(text) && !credential.test(text)
}

/** A caller's own correlation id is kept when it is safe to log; otherwise it gets a new one. */
export function traceIdOf(request: IncomingMessage): string {
  const sent = request.headers['x-correlation-id']
  return typeof sent === 'string' && isTraceId(sent) ? sent : newTraceId()
}

export function addCorrelation(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-correlation-id', request.id)
    done()
  })
}
