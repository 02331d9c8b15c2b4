import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { FailedAttempts } from '../auth/failed-attempts.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { bearerToken } from '../http/caller/credentials.ts'
import { refuseCrossSiteChange } from '../http/caller/same-origin.ts'
import { addressOf } from '../http/doors/arrival.ts'
import { Problem, problems } from '../problems.ts'
import { type Actor, recordAction, recordRefusal } from './audit-log.sql.ts'
import type { Operator, OperatorAuthenticator } from './authenticate-operator.ts'
import { isAtLeast, neededRoles, type OperatorRole, portalCalls } from './roles.ts'

declare module 'fastify' {
  interface FastifyRequest {
    operator: Operator | null
    /** Whether the token or session is still valid. For long-lived answers. */
    isStillAllowed: (() => Promise<boolean>) | null
  }
}

export interface OperatorAuth {
  operators: Pick<OperatorAuthenticator, 'authenticate'>
  failures: FailedAttempts
  /** Browser sessions. Without them, only tokens are accepted. */
  sessions?: {
    presented(request: FastifyRequest): string | undefined
    authenticate(presented: string): Promise<Operator | null>
  }
}

export function addOperatorAuth(scope: FastifyInstance, auth: OperatorAuth): void {
  scope.decorateRequest('operator', null)
  scope.decorateRequest('isStillAllowed', null)
  scope.addHook('onRoute', route => void neededRoleOf(route))
  scope.addHook('onRequest', async request => {
    const operator = await authenticate(request, auth)
    const needed = neededRoleOf(request.routeOptions)
    // a portal has no rank among operators
    const isAllowed =
      operator.role === 'portal'
        ? Object.hasOwn(portalCalls, request.routeOptions.schema?.operationId ?? '')
        : isAtLeast(operator.role, needed)
    request.operator = operator
    request.log = request.log.child({ operator: operator.name })
    if (!isAllowed) throw problems.forbidden(operator.role, needed)
  })
}

/** Records calls that an operator's role does not allow. Ignores portals' calls, because merchants could fill the log. */
export function auditForbiddenCalls(scope: FastifyInstance, { db, clock }: { db: Db; clock: Clock }): void {
  scope.addHook('onError', async (request, _reply, error) => {
    const { operator, method, url } = request
    if (!operator || operator.role === 'portal') return
    if (!(error instanceof Problem) || error.code !== 'forbidden') return
    const target = `${method} ${url.split('?')[0]}`.slice(0, 200)
    const entry = { action: 'operator.forbidden', target, merchantId: null }
    await db
      .begin(async tx => {
        await recordAction(tx, clock.now(), actorOf(request), entry)
        await recordRefusal(tx, clock.now(), actorOf(request), entry, error)
      })
      .catch(failure => request.log.error({ err: failure }, 'could not write an audit entry'))
  })
}

/** For calls whose body can ask for more than their usual role allows. */
export function requireRole({ operator }: FastifyRequest, needed: OperatorRole): void {
  if (!operator) throw problems.unauthorized()
  const { role } = operator
  if (role === 'portal' || !isAtLeast(role, needed)) throw problems.forbidden(role, needed)
}

/** A token takes precedence: a request that carries one was not caused by another site. */
async function authenticate(request: FastifyRequest, auth: OperatorAuth): Promise<Operator> {
  const { operators, failures, sessions } = auth
  const token = bearerToken(request)
  const cookie = token === undefined ? sessions?.presented(request) : undefined
  const prove = async () => {
    if (token !== undefined) return await operators.authenticate(token)
    return cookie === undefined ? null : ((await sessions?.authenticate(cookie)) ?? null)
  }
  const operator = await prove()
  const type = cookie === undefined ? 'operator token' : 'console session'
  if (!operator) throw failures.refuse(request, type, token ?? cookie)
  if (cookie !== undefined) refuseCrossSiteChange(request)
  request.isStillAllowed = async () => (await prove()) !== null
  return operator
}

function neededRoleOf({ method, schema }: Pick<RouteOptions, 'method' | 'schema'>): OperatorRole {
  if ([method].flat().every(one => one === 'GET' || one === 'HEAD')) return 'viewer'
  const needed = neededRoles[schema?.operationId ?? '']
  if (!needed) throw new Error(`operators/roles.ts has no role for ${schema?.operationId}`)
  return needed
}

/** The actor for the audit log. `Svc-Actor` is a note by the caller and proves nothing. */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.operator) throw problems.unauthorized()
  return actorFrom(request, request.operator)
}

export function actorFrom(request: FastifyRequest, { name, operatorId }: Operator): Actor {
  const note = noteIn(request.headers['svc-actor'])
  return { name, operatorId, note, address: addressOf(request), traceId: request.id }
}

const maxNoteLength = 200

/** Any text. Node turns each byte of a header into a character; the bytes are UTF-8, or else Latin-1. */
function noteIn(header: string | string[] | undefined): string | null {
  const bytes = Buffer.from(String(header ?? ''), 'latin1')
  const text = isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1')
  const line = text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  return [...line].slice(0, maxNoteLength).join('') || null
}
