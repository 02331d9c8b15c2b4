import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable, isOutOfResources, isSchemaMissing } from '../../db/unavailable.ts'
import { catalog, Problem, problems } from '../../problems.ts'
import { isProbe } from '../doors/limits.ts'
import { validationProblem } from '../input/validation.ts'

/** Turns every thrown error into an answer; no other code does. */
export function addProblemHandler(app: FastifyInstance): void {
  const allowedMethods = recordAllowedMethods(app)
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(pathOf(request))
    // If the method is allowed, the route itself did not find its object.
    const isOther = allowed.length > 0 && !allowed.includes(request.method)
    const problem = isOther ? problems.methodNotAllowed(allowed) : problems.notFound('path')
    return sendProblem(problem, request, reply)
  })
}

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error, request)
  if (problem.status === 500) request.log.error({ err: error }, 'internal error')
  // probes come every few seconds, and their answer is in the request log
  else if (problem.status === 503 && !isProbe(request)) {
    // a deliberate refusal needs no stack
    const why = error === problem ? { reason: problem.message } : { err: error }
    request.log.warn(why, 'unavailable')
  }
  const { headers, ...members } = problem.extras
  return reply
    .code(problem.status)
    .headers(headers ?? {})
    .header('x-correlation-id', request.id)
    .header('content-type', 'application/problem+json')
    .serializer(JSON.stringify)
    .send({ ...problemBody(problem, pathOf(request), request.id), ...members })
}

export function problemBody(problem: Problem, instance: string, traceId: string) {
  const { title, status } = catalog[problem.code]
  return {
    type: `/problems/${problem.code}`,
    title,
    status,
    detail: problem.message,
    instance,
    traceId,
    code: problem.code,
  }
}

function toProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  if (isOutOfResources(error)) return problems.unavailable('The database is out of disk space or memory.', 5)
  if (isDatabaseUnavailable(error)) return problems.unavailable('The database is unreachable.')
  if (isSchemaMissing(error))
    return problems.unavailable('The database is not ready: migrations are missing.')
  if (isFastifyError(error)) {
    // A malformed id is simply not found.
    if (error.validationContext === 'params') return problems.notFound('id')
    if (error.validation) return validationProblem(error.validationContext, error.validation)
    if (error.statusCode === 413) return problems.payloadTooLarge(request.routeOptions.bodyLimit ?? 0)
    if (error.statusCode === 415) return problems.unsupportedMediaType()
    if (error.statusCode === 404) return problems.notFound('path')
    if (error.statusCode && error.statusCode < 500) return problems.invalidRequest(error.message)
  }
  return problems.internalError()
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
}

/** Fastify answers 404 when only the method is wrong; this records which methods each path allows. */
function recordAllowedMethods(app: FastifyInstance): (path: string) => string[] {
  const routes = new Map<string, { matches: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { matches: patternOf(url), methods: new Set() }
    for (const one of [method].flat()) route.methods.add(one)
    routes.set(url, route)
  })
  return path => {
    const found = [...routes.values()].filter(route => route.matches.test(path))
    return [...new Set(found.flatMap(route => [...route.methods]))].sort()
  }
}

function patternOf(url: string): RegExp {
  const escaped = url.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll(/:[A-Za-z]+/g, '[^/]+').replaceAll('*', '.*')}$`)
}
