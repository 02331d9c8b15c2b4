import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FailedAttempts } from '../auth/failed-attempts.ts'
import { addressOf } from '../http/arrival.ts'
import { bearerToken } from '../http/bearer.ts'
import { problems } from '../problems.ts'
import type { Actor } from './audit-log.sql.ts'
import type { Operator, OperatorAuthenticator } from './authenticate-operator.ts'
import { neededRoles, type OperatorRole, roleAllows } from './roles.ts'

declare module 'fastify' {
  interface FastifyRequest {
    operator: Operator | null
  }
}

export interface OperatorAuth {
  operators: OperatorAuthenticator
  failures: FailedAttempts
}

/** Lets in who has a token, to what its role allows. */
export function addOperatorAuth(scope: FastifyInstance, { operators, failures }: OperatorAuth): void {
  scope.decorateRequest('operator', null)
  scope.addHook('onRoute', route => void neededRoleOf(route.schema))
  scope.addHook('onRequest', async request => {
    const presented = bearerToken(request)
    const operator = presented === undefined ? null : await operators.authenticate(presented)
    if (!operator) throw failures.refuse(request, 'operator token', presented)
    const needed = neededRoleOf(request.routeOptions.schema)
    if (!roleAllows(operator.role, needed)) throw problems.forbidden(operator.role, needed)
    request.operator = operator
    request.log = request.log.child({ operator: operator.name })
  })
}

function neededRoleOf(schema: { operationId?: string } | undefined): OperatorRole {
  const needed = neededRoles[schema?.operationId ?? '']
  if (!needed) throw new Error(`operators/roles.ts has no role for ${schema?.operationId}`)
  return needed
}

/** Who does it, for the audit log. `Svc-Actor` is a note that callers add, and proves nothing. */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.operator) throw problems.unauthorized()
  const { name, operatorId } = request.operator
  const sent = request.headers['svc-actor']
  const note = typeof sent === 'string' && /^[\w.@+-]{1,100}$/.test(sent) ? sent : null
  return { name, operatorId, note, address: addressOf(request), traceId: request.id }
}
