import { problemBody } from '../src/http/answers/problem-handler.ts'
import { sample } from '../src/http/fields.ts'
import { catalog, type Problem, type ProblemCode, problemCodes, problems } from '../src/problems.ts'
import type { Operation, Parameter, Response, Schema } from './types.ts'

const text = { type: 'string' }
const number = { type: 'integer' }

/** Every response header that a caller may want to read, under its name in `components`. */
const headers = {
  'X-Correlation-Id': {
    description:
      'The id of this request in the service’s log. Your own X-Correlation-Id is kept if it has 8 to 128 characters from A-Z, a-z, 0-9, ".", "_" and "-".',
    schema: text,
    example: 'trc_01jd3k5v8xemw9g6t2q4r7y0zb',
  },
  'Idempotent-Replayed': {
    description:
      '`true` when this is the stored answer to an earlier request with the same Idempotency-Key. Absent otherwise.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': { description: 'Wait this many seconds before retrying.', schema: number, example: 1 },
  'RateLimit-Limit': {
    description: 'Requests this API key may send per window. Absent when rate limiting is switched off.',
    schema: number,
    example: 1000,
  },
  'RateLimit-Remaining': {
    description: 'Requests left in the current window.',
    schema: number,
    example: 998,
  },
  'RateLimit-Reset': { description: 'Seconds until the next window starts.', schema: number, example: 1 },
  Link: {
    description: 'The address of the next page, with `rel="next"`. Absent on the last page.',
    schema: text,
    example: '</v1/terminal/readers?limit=20&startingAfter=tmr_1Q0sandbox>; rel="next"',
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: text, example: 'Bearer realm="svcpay"' },
}

type HeaderName = keyof typeof headers
type Security = NonNullable<Operation['security']>

/** The headers that occur in these responses. */
export function headerComponents(responses: Response[]): Record<string, object> {
  const used = responses.flatMap(response => Object.keys(response.headers ?? {}))
  return Object.fromEntries(Object.entries(headers).filter(([name]) => used.includes(name)))
}

const rateLimit: HeaderName[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
const isForMerchants = (security: Security) => security.some(scheme => 'apiKey' in scheme)

export function successHeaders(parameters: Parameter[], security: Security): Record<string, object> {
  const takes = (name: string) => parameters.some(parameter => parameter.name === name)
  return refs([
    'X-Correlation-Id',
    ...(takes('idempotency-key') ? (['Idempotent-Replayed'] as const) : []),
    ...(takes('startingAfter') ? (['Link'] as const) : []),
    ...(isForMerchants(security) ? rateLimit : []),
  ])
}

/** References to the problems that a call can answer with, by status. Each is added to `shared` under its name. */
export function problemResponsesOf(
  path: string,
  method: string,
  security: Security,
  own: Schema[],
  shared: Record<string, Response>,
): Record<string, Response> {
  const codes = [...own.flatMap(({ problems = [] }) => problems), ...problemsBefore(path, method, security)]
  const named = problemCodes.filter(code => codes.includes(code))
  const statuses = [...new Set(named.map(code => catalog[code].status))]
  return Object.fromEntries(
    statuses.map(status => {
      const same = named.filter(code => catalog[code].status === status)
      const isChallenge = status === 401 && security.length > 0
      const name = same.map(pascalCase).join('Or') + (isChallenge ? 'WithChallenge' : '')
      shared[name] = problemResponse(same, status, security)
      return [status, { $ref: `#/components/responses/${name}` } as Response]
    }),
  )
}

/** Problems that any route of this kind can answer with. */
function problemsBefore(path: string, method: string, security: Security): ProblemCode[] {
  const isForOperators = security.some(scheme => 'operatorToken' in scheme)
  return [
    'invalid_request',
    'internal_error',
    'unavailable',
    ...(security.length > 0 || path.startsWith('/webhooks/') ? (['unauthorized'] as const) : []),
    ...(path.includes('/{') ? (['not_found'] as const) : []),
    ...(security.length > 0 ? (['too_many_requests'] as const) : []),
    ...(isForOperators ? (['forbidden'] as const) : []),
    ...(isForMerchants(security) && method !== 'GET' ? (['suspended'] as const) : []),
    ...(method === 'GET' ? [] : (['payload_too_large', 'unsupported_media_type'] as const)),
  ]
}

function problemResponse(codes: ProblemCode[], status: number, security: Security): Response {
  const examples = codes.map(code => [code, { summary: catalog[code].title, value: problemExample(code) }])
  const schema = { $ref: '#/components/schemas/Problem' }
  return {
    description: codes.map(code => `**${catalog[code].title}.** ${catalog[code].meaning}`).join('\n\n'),
    content: { 'application/problem+json': { schema, examples: Object.fromEntries(examples) } },
    headers: refs([
      'X-Correlation-Id',
      ...(status === 429 && isForMerchants(security) ? rateLimit : []),
      ...([429, 503].includes(status) || codes.includes('in_progress') ? (['Retry-After'] as const) : []),
      ...(status === 401 && security.length > 0 ? (['WWW-Authenticate'] as const) : []),
    ]),
  }
}

const pascalCase = (code: string) =>
  code.replaceAll(/(?:^|_)([a-z])/g, (_, first: string) => first.toUpperCase())

function refs(names: HeaderName[]): Record<string, object> {
  return Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))
}

/** An example of a problem, for the documentation. */
function problemExample(code: ProblemCode): object {
  const problem = makers[code]()
  const { headers: _, ...members } = problem.extras
  const path = `/v1/payments/${sample.svcPaymentId}/capture`
  return { ...problemBody(problem, path, sample.traceId), ...members }
}

const makers: Record<ProblemCode, () => Problem> = {
  missing_header: () => problems.missingHeader('Idempotency-Key'),
  invalid_request: () =>
    problems.invalidRequest('The body is not valid.', [
      { path: 'amountCents', message: 'must be at least 1' },
    ]),
  no_connected_account: () => problems.noConnectedAccount(),
  unauthorized: () => problems.unauthorized(),
  forbidden: () => problems.forbidden('viewer', 'support'),
  suspended: () => problems.suspended(),
  account_disabled: () => problems.accountDisabled('stripe'),
  not_found: () => problems.notFound('payment'),
  method_not_allowed: () => problems.methodNotAllowed(['GET']),
  idempotency_conflict: () => problems.idempotencyConflict(),
  in_progress: () => problems.inProgress(),
  invalid_state: () =>
    problems.invalidState('Only an authorized payment can be captured.', 'succeeded', ['requires_capture']),
  payload_too_large: () => problems.payloadTooLarge(64 * 1024),
  unsupported_media_type: () => problems.unsupportedMediaType(),
  too_many_requests: () => problems.tooManyRequests(1000, 1),
  internal_error: () => problems.internalError(),
  processor_error: () => problems.processorError('api_error', 'An error occurred at the processor.'),
  unavailable: () => problems.unavailable('The database is unreachable.'),
  outcome_unknown: () => problems.outcomeUnknown(),
}
