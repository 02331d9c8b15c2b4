import { type TProperties, Type } from '@fastify/type-provider-typebox'
import { catalog, type ProblemCode, problemCodes } from '../problems.ts'

export const strict = { additionalProperties: false }
/** Unknown fields are refused. */
export const Strict = <Fields extends TProperties>(fields: Fields) => Type.Object(fields, strict)
export const AnyQuery = Type.Object({})
/** For pages that a browser opens: links pick up parameters along the way, and the console keeps its filters there. */
export const page = { hide: true, querystring: AnyQuery }
export const Timestamp = (description: string) =>
  Type.Unsafe<Date>({ type: 'string', format: 'date-time', description })
export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(
  schema: T,
  options: { description?: string; examples?: unknown[] } = {},
) => Type.Union([schema, Type.Null()], options)

/** A named schema of the OpenAPI document. */
export const Named = <Fields extends TProperties>(title: string, description: string, fields: Fields) =>
  Type.Object(fields, { title, description })

/** An unnamed part of a schema. */
export const Part = <Fields extends TProperties>(description: string, fields: Fields) =>
  Type.Object(fields, { description })
export const ListOf = <Fields extends TProperties>(description: string, fields: Fields) =>
  Type.Array(Type.Object(fields), { description })

/** The named body of a request. Unknown fields are refused. */
export const Body = <Fields extends TProperties>(
  title: string,
  description: string,
  fields: Fields,
  example: object,
  count: { minProperties?: number; maxProperties?: number } = {},
) => Type.Object(fields, { ...strict, title, description, ...count, examples: [example] })

/** For a nullable field that is null in examples. */
export const isNull = { examples: [null] }

interface TextOptions {
  description?: string
  minLength?: number
  default?: string
  examples?: string[]
}

/** A single line of text: no control characters. */
export const Line = (maxLength: number, options: TextOptions = {}) =>
  Type.String({ maxLength, format: 'line', ...options })

const IdempotencyKey = Type.String({
  minLength: 1,
  maxLength: 255,
  format: 'header',
  description:
    'Makes retries safe: the same key and body return the first answer. Derive it from your order id, so that it is the same on every retry.',
  examples: ['order-1001'],
})
export const IdempotencyHeader = Type.Object({ 'idempotency-key': Type.Optional(IdempotencyKey) })
export const RequiredIdempotencyHeader = Type.Object({ 'idempotency-key': IdempotencyKey })

export const ProblemSchema = Type.Object(
  {
    type: Type.String({ description: 'The page that explains this kind of problem' }),
    title: Type.String({ description: 'A short name for this kind of problem' }),
    status: Type.Integer({ description: 'The HTTP status' }),
    detail: Type.String({ description: 'What went wrong this time' }),
    instance: Type.String({ description: 'The path of the request' }),
    traceId: Type.String({ description: 'The same value as in X-Correlation-Id. Quote it to support.' }),
    code: Type.String({ enum: problemCodes, description: 'Stable; use it in your code' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({ description: 'The field, for example `amountCents`' }),
          message: Type.String({ description: 'What is wrong with it' }),
        }),
        { description: 'Every invalid field of the request' },
      ),
    ),
    currentStatus: Type.Optional(Type.String({ description: 'The status that does not allow the call' })),
    allowedFrom: Type.Optional(
      Type.Array(Type.String(), { description: 'The statuses that would allow the call' }),
    ),
  },
  { $id: 'Problem', description: 'An error, as in RFC 9457.' },
)

/** The problems specific to a route, by status. The document adds the problems that similar routes share. */
export function problemResponses(...codes: ProblemCode[]): Record<number, object> {
  const statuses = new Set(codes.map(code => catalog[code].status))
  const withStatus = (status: number) => codes.filter(code => catalog[code].status === status)
  return Object.fromEntries([...statuses].map(status => [status, { problems: withStatus(status) }]))
}

/** For a call that asks the processor. */
export function askingProblems(...codes: ProblemCode[]): Record<number, object> {
  return problemResponses('processor_error', 'outcome_unknown', ...codes)
}

/** For a call that acts at the processor, once per Idempotency-Key. */
export function actingProblems(...codes: ProblemCode[]): Record<number, object> {
  return askingProblems('idempotency_conflict', 'in_progress', 'invalid_state', ...codes)
}
