import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sameSecret } from '../crypto.ts'
import { bearerToken } from '../http/bearer.ts'
import { problems } from '../problems.ts'
import type { Actor } from './audit-log.ts'

export function addOperatorAuth(scope: FastifyInstance, operatorToken: string): void {
  scope.addHook('onRequest', async request => {
    if (!sameSecret(bearerToken(request) ?? '', operatorToken)) throw problems.unauthorized()
  })
}

/** There is one operator token, so people name themselves: `Svc-Actor` says who for the audit log. */
export function actorOf(request: FastifyRequest): Actor {
  const named = request.headers['svc-actor']
  const valid = typeof named === 'string' && /^[\w.@+-]{1,100}$/.test(named)
  return { name: valid ? `operator:${named}` : 'operator', traceId: request.id }
}
