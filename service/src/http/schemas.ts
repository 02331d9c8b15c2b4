import { Type } from '@fastify/type-provider-typebox'
import { catalogue, type ProblemCode, problemCodes } from '../problems.ts'

export const strict = { additionalProperties: false }
export const Timestamp = (description: string) =>
  Type.Unsafe<Date>({ type: 'string', format: 'date-time', description })
export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

/** A single line of text: no control characters. */
export const Line = (maxLength: number, options: { description?: string; minLength?: number } = {}) =>
  Type.String({ maxLength, format: 'line', ...options })

const IdempotencyKey = Type.String({
  minLength: 1,
  maxLength: 255,
  format: 'header',
  description: 'Stable across retries, for example derived from your order id',
})
export const IdempotencyHeader = Type.Object({ 'idempotency-key': Type.Optional(IdempotencyKey) })
export const RequiredIdempotencyHeader = Type.Object({ 'idempotency-key': IdempotencyKey })

export const ProblemSchema = Type.Object(
  {
    type: Type.String({ description: 'Where the problem is explained' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String({ description: 'The path of the request' }),
    traceId: Type.String({ description: 'The same value as in X-Correlation-Id' }),
    code: Type.String({ enum: problemCodes }),
    errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
    currentStatus: Type.Optional(Type.String()),
    allowedFrom: Type.Optional(Type.Array(Type.String())),
  },
  { $id: 'Problem' },
)

const everywhere: ProblemCode[] = ['unauthorized', 'internal_error', 'unavailable']

/** The problems a route can answer with, in the form the OpenAPI document wants. */
export function problemResponses(...codes: ProblemCode[]): Record<number, unknown> {
  const responses: Record<number, ReturnType<typeof responseFor>> = {}
  const all = [...new Set([...codes, ...everywhere])]
  for (const status of new Set(all.map(code => catalogue[code].status))) {
    responses[status] = responseFor(all.filter(code => catalogue[code].status === status))
  }
  return responses
}

/** Those of a call that asks the processor. */
export function askingProblems(...codes: ProblemCode[]): Record<number, unknown> {
  return problemResponses(
    'invalid_request',
    'too_many_requests',
    'processor_error',
    'outcome_unknown',
    ...codes,
  )
}

/** Those of a call that acts at the processor, once under an Idempotency-Key. */
export function actingProblems(...codes: ProblemCode[]): Record<number, unknown> {
  return askingProblems('idempotency_conflict', 'in_progress', 'invalid_state', ...codes)
}

function responseFor(codes: ProblemCode[]) {
  const examples = Object.fromEntries(codes.map(code => [code, { value: exampleOf(code) }]))
  return {
    description: codes.map(code => catalogue[code].title).join(' / '),
    content: { 'application/problem+json': { schema: { $ref: 'Problem#' }, examples } },
  }
}

function exampleOf(code: ProblemCode) {
  const { title, status, meaning } = catalogue[code]
  return {
    type: `/problems/${code}`,
    title,
    status,
    detail: meaning,
    instance: '/v1/payments/intents',
    traceId: 'trc_01jd3k5v8xemw9g6t2q4r7y0zb',
    code,
  }
}
