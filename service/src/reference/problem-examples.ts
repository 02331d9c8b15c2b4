import { sample } from '../http/fields.ts'
import { problemBody } from '../http/problem-handler.ts'
import { type Problem, type ProblemCode, problems } from '../problems.ts'

/** A problem as a call would answer it, for the documentation. */
export function problemExample(code: ProblemCode): object {
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
