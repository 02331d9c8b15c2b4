import type { FastifyBaseLogger } from 'fastify'
import { type Problem, problems } from '../../problems.ts'
import { problemBody } from '../answers/problem-handler.ts'
import { traceIdOf } from '../hooks/correlation.ts'
import type { Answer, Arrival } from './arrival.ts'

export const refusalReasons = ['overloaded', 'body_late', 'body_crowded', 'connections'] as const
export type RefusalReason = (typeof refusalReasons)[number]

const problemOf: Record<RefusalReason, () => Problem> = {
  // Random, so that callers refused together do not come back together.
  overloaded: () => problems.unavailable('The service is overloaded.', 1 + Math.floor(Math.random() * 3)),
  body_late: () => problems.invalidRequest('The body did not arrive in time.'),
  body_crowded: () => problems.unavailable('Too many request bodies are arriving slowly.', 1),
  connections: () => problems.unavailable('Too many connections are open.', 1),
}

/** Refuses without the framework: under overload, a refusal must cost next to nothing. */
export function refuseArrival(request: Arrival, answer: Answer, reason: RefusalReason): void {
  if (answer.headersSent || answer.destroyed) return
  const problem = problemOf[reason]()
  const traceId = traceIdOf(request)
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
  const body = JSON.stringify(problemBody(problem, path, traceId))
  answer.writeHead(problem.status, {
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-correlation-id': traceId,
    ...problem.extras.headers,
    ...(reason === 'overloaded' ? {} : { connection: 'close' }),
  })
  answer.end(body)
}

const logEveryMs = 1000

/** Refusals come by the thousand: they are counted, and logged once a second for each door and reason. */
export function createRefusalLog(log: FastifyBaseLogger, count: (door: string, reason: string) => void) {
  const pending = new Map<string, { door: string; reason: string; requests: number; address: string }>()
  const timer = setInterval(() => {
    for (const refused of pending.values()) log.warn(refused, 'refused')
    pending.clear()
  }, logEveryMs).unref()
  return {
    add(door: string, reason: RefusalReason, address: string) {
      count(door, reason)
      const key = `${door} ${reason}`
      const known = pending.get(key)
      pending.set(key, { door, reason, requests: (known?.requests ?? 0) + 1, address })
    },
    stop: () => clearInterval(timer),
  }
}
