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

/**
 * The problems of a route itself, in the form the OpenAPI document wants. Those that any route can answer before it
 * is reached are added there.
 */
export function problemResponses(...codes: ProblemCode[]): Record<number, object> {
  const named = problemCodes.filter(code => codes.includes(code))
  const statuses = [...new Set(named.map(code => catalogue[code].status))]
  const withStatus = (status: number) => named.filter(code => catalogue[code].status === status)
  return Object.fromEntries(statuses.map(status => [status, responseFor(withStatus(status))]))
}

/** The codes that a response was made of; none for one that is no problem. */
export function problemCodesOf(response: object): ProblemCode[] {
  const { content } = response as Partial<ReturnType<typeof responseFor>>
  const examples = content?.['application/problem+json']?.examples ?? {}
  return problemCodes.filter(code => code in examples)
}

/** Those of a call that asks the processor. */
export function askingProblems(...codes: ProblemCode[]): Record<number, object> {
  return problemResponses('invalid_request', 'processor_error', 'outcome_unknown', ...codes)
}

/** Those of a call that acts at the processor, once under an Idempotency-Key. */
export function actingProblems(...codes: ProblemCode[]): Record<number, object> {
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
