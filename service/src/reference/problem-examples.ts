import { problemBody } from '../http/problem-handler.ts'
import { type Problem, type ProblemCode, problems } from '../problems.ts'
import { samplePath, samples } from './sample-values.ts'

/** A problem as an operation would answer it, for its documentation. */
export function problemExample(code: ProblemCode, template: string, method: string): object {
  const problem = makers[code](template, method.toUpperCase())
  const { headers: _, ...members } = problem.extras
  return { ...problemBody(problem, samplePath(template), String(samples.traceId)), ...members }
}

const makers: Record<ProblemCode, (template: string, method: string) => Problem> = {
  missing_header: () => problems.missingHeader('Idempotency-Key'),
  invalid_request: (template, method) => invalidRequest(template, method),
  no_connected_account: () => problems.noConnectedAccount(),
  unauthorized: () => problems.unauthorized(),
  forbidden: (_, method) => problems.forbidden('viewer', method === 'GET' ? 'admin' : 'support'),
  suspended: () => problems.suspended(),
  not_found: template => problems.notFound(nounOf(template)),
  method_not_allowed: () => problems.methodNotAllowed(['GET']),
  idempotency_conflict: () => problems.idempotencyConflict(),
  in_progress: () => problems.inProgress(),
  invalid_state: template => invalidState(template),
  payload_too_large: template =>
    problems.payloadTooLarge((template.startsWith('/webhooks') ? 512 : 64) * 1024),
  unsupported_media_type: () => problems.unsupportedMediaType(),
  too_many_requests: () => problems.tooManyRequests(1000, 1),
  internal_error: () => problems.internalError(),
  processor_error: () => problems.processorError('api_error', 'An error occurred at the processor.'),
  unavailable: () => problems.unavailable('The database is unreachable.'),
  outcome_unknown: () => problems.outcomeUnknown(),
}

function invalidRequest(template: string, method: string): Problem {
  if (template.startsWith('/webhooks')) {
    return problems.invalidRequest('The body is signed, but is not a JSON object.')
  }
  if (method === 'GET') {
    return problems.invalidRequest('The query is not valid.', [
      { path: 'limit', message: 'must be at most 100' },
    ])
  }
  const [path, message] = template.endsWith('/intents')
    ? ['amountCents', 'must be at least 50']
    : ['colour', 'is not a known field']
  return problems.invalidRequest('The body is not valid.', [{ path, message }])
}

/** What the last id of a path names. */
function nounOf(template: string): string {
  const [, noun = 'path'] = /\/([a-z]+)s\/\{\w+\}(?!.*\{)/.exec(template) ?? []
  return noun
}

/** In the words of the call that refuses. */
const refusals: Record<string, () => Problem> = {
  capture: () =>
    problems.invalidState('Only an authorized payment can be captured.', 'succeeded', ['requires_capture']),
  refund: () =>
    problems.invalidState('Only a completed payment can be refunded.', 'canceled', [
      'succeeded',
      'partially_refunded',
    ]),
  cancel: () =>
    problems.invalidState('Only a payment that has not been completed can be canceled.', 'succeeded', [
      'requires_payment_method',
      'requires_confirmation',
      'requires_action',
      'processing',
      'requires_capture',
    ]),
  redeliver: () =>
    problems.invalidState('Already delivered. Set `force` to resend.', 'delivered', ['pending', 'dead']),
  rotate: () => problems.invalidState('The key is revoked; issue a new one instead.', 'revoked', ['active']),
  test: () => problems.invalidState('The merchant has no callback URL.', 'unset', ['set']),
}

function invalidState(template: string): Problem {
  const refuse = refusals[template.split('/').at(-1) ?? '']
  return refuse?.() ?? problems.invalidState('The account’s current state does not allow this.')
}
