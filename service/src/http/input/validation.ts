import { Ajv, type AnySchema } from 'ajv'
import ajvFormats from 'ajv-formats'
import type { FastifyInstance, FastifySchemaValidationError, RouteOptions } from 'fastify'
import { isCurrency } from '../../money.ts'
import { type FieldError, type Problem, problems } from '../../problems.ts'
import { keepByJson, lazy } from '../lazy.ts'
import { AnyQuery, Strict } from '../schemas.ts'
import { excerpt, fieldNames } from './excerpt.ts'

/** Lone surrogates are excluded too: the database would refuse them. */
const noControlCharacters = /^[^\p{Cc}\p{Cs}]*$/u

/**
 * Requests are taken literally: "5000" is not a number, and an unknown field or query parameter is an error, so that a
 * misspelled or misplaced amountCents never becomes a full refund. Only query strings, which have no types, are coerced.
 */
export function addStrictValidation(app: FastifyInstance): void {
  app.addHook('onRoute', refuseUnknownParameters)
  app.setValidatorCompiler(({ schema, httpPart }) =>
    validatorOf(schema, httpPart === 'querystring' || httpPart === 'params' ? coercing : strict),
  )
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined && request.routeOptions.schema?.body) request.body = {}
    done()
  })
}

const noParameters = Strict({})

/** A route that declares no query parameters accepts none. */
function refuseUnknownParameters(route: RouteOptions): void {
  const querystring = (route.schema?.querystring ?? noParameters) as { additionalProperties?: unknown }
  if (querystring.additionalProperties !== false && querystring !== AnyQuery) {
    throw new Error(`the query of ${route.url} is not strict`)
  }
  route.schema = { ...route.schema, querystring }
}

const isHeaderText = (text: string) =>
  [...text].every(character => character >= ' ' && character !== '\u007f')

const strict = compilerOf({ coerceTypes: false })
const coercing = compilerOf({ coerceTypes: true })

function compilerOf(options: { coerceTypes: boolean }) {
  const quick = lazy(() => createAjv({ ...options, allErrors: false }))
  const thorough = lazy(() => createAjv({ ...options, allErrors: true }))
  const compile = (schema: AnySchema) => ({
    isValid: quick().compile(schema),
    findAll: lazy(() => thorough().compile(schema)),
    known: lazy(() => fieldNames(schema)),
  })
  const compiled = keepByJson<ReturnType<typeof compile>>()
  return (schema: AnySchema) => compiled(schema, () => compile(schema))
}

/**
 * Validation stops at the first error. If there is one, it runs again for all errors, on an excerpt of the value:
 * collecting all errors of a whole value could take a hundred times longer.
 */
function validatorOf(schema: AnySchema, compile: ReturnType<typeof compilerOf>) {
  const compiled = lazy(() => compile(schema))
  const validator: FastifyValidate = value => {
    const { isValid, findAll, known } = compiled()
    if (isValid(value)) return true
    findAll()(excerpt(value, known()))
    validator.errors = findAll().errors ?? isValid.errors ?? []
    return false
  }
  return validator
}

interface FastifyValidate {
  (value: unknown): boolean
  errors?: FastifySchemaValidationError[]
}

function createAjv(options: { coerceTypes: boolean; allErrors: boolean }): Ajv {
  const ajv = new Ajv({
    ...options,
    removeAdditional: false,
    // Retries are compared with the body as it was sent, so handlers apply the documented defaults.
    useDefaults: false,
    strict: false,
  })
  ajvFormats.default(ajv)
  ajv.addFormat('line', noControlCharacters)
  // Node turns each byte of a header into a character, so non-ASCII ones are only parts of letters.
  ajv.addFormat('header', isHeaderText)
  ajv.addFormat('currency', isCurrency)
  return ajv
}

/** A body can have more errors than are useful in an answer. */
const maxListed = 20

const wordings: Record<string, string> = {
  body: 'The body is not valid.',
  querystring: 'The query is not valid.',
  headers: 'The headers are not valid.',
}

export function validationProblem(
  context: string | undefined,
  validation: FastifySchemaValidationError[],
): Problem {
  const errors = fieldErrors(validation, context === 'querystring' ? 'parameter' : 'field')
  const detail = wordings[context ?? ''] ?? 'The request is not valid.'
  if (errors.length <= maxListed) return problems.invalidRequest(detail, errors)
  const listed = errors.slice(0, maxListed)
  return problems.invalidRequest(`${detail} Only the first ${maxListed} errors are listed.`, listed)
}

function fieldErrors(errors: FastifySchemaValidationError[], what: string): FieldError[] {
  const reported = errors.filter(
    error => error.keyword !== 'if' && error.keyword !== 'anyOf' && !isNullBranch(error),
  )
  const listed = new Map<string, FieldError>()
  for (const error of reported) {
    const found = { path: pathOf(error), message: messageOf(error, what) }
    listed.set(JSON.stringify(found), found)
  }
  return [...listed.values()]
}

/** A nullable field fails both as a value and as null; only the first is reported. */
function isNullBranch(error: FastifySchemaValidationError): boolean {
  return error.params.type === 'null' && error.schemaPath.includes('/anyOf/')
}

function pathOf(error: FastifySchemaValidationError): string {
  const missing = error.params.missingProperty ?? error.params.additionalProperty
  const base = error.instancePath.slice(1).replaceAll('/', '.')
  return typeof missing === 'string' ? [base, missing].filter(Boolean).join('.') : base
}

const formatMessages: Record<string, string> = {
  line: 'must not contain control characters',
  header: 'must not contain control characters',
}

const patternMessages: Record<string, string> = {
  '^[A-Za-z]{2}$': 'must be two letters',
  '^https?://': 'must be an http or https address',
}

type Params = FastifySchemaValidationError['params']

const messages: Record<string, (params: Params, what: string) => string> = {
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  type: ({ type }) => `must be ${/^[aio]/.test(String(type)) ? 'an' : 'a'} ${type}`,
  minProperties: () => 'must have at least one field',
  pattern: ({ pattern }) => patternMessages[String(pattern)] ?? 'does not have the expected form',
  additionalProperties: (_params, what) => `is not a known ${what}`,
  required: () => 'is required',
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as unknown[]).join(', ')}`,
  format: ({ format }) => formatMessages[String(format)] ?? `must be a valid ${format}`,
}

function messageOf({ keyword, params, message }: FastifySchemaValidationError, what: string): string {
  return messages[keyword]?.(params, what) ?? message ?? 'is not valid'
}
