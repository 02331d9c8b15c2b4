/** Every error that the API can return. */
export const catalog = {
  missing_header: {
    status: 400,
    title: 'Missing header',
    meaning: 'A required header is missing. Creating a payment requires `Idempotency-Key`.',
    remedy: 'Send the header. Derive the key from your order id, so that it stays the same across retries.',
  },
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    meaning:
      'The body, the query or an amount is not valid, or the processor does not accept it. `errors` lists the invalid fields, each with its fault.',
    remedy: 'Correct the request. Nothing was changed.',
  },
  no_connected_account: {
    status: 400,
    title: 'No connected account',
    meaning: 'The merchant has no connected account at the processor, or has disconnected it.',
    remedy:
      'Create one with `POST /v1/onboarding/account`. If the merchant has disconnected its account, the platform has to reconnect it at the processor; then call `POST /v1/onboarding/refresh`.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    meaning: 'The API key, operator token or processor signature is missing, wrong, expired or revoked.',
    remedy: 'Send a valid key in `X-Api-Key`, or as `Authorization: Bearer`.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    meaning: 'The operator’s role does not allow this call, or a browser sent it from another site.',
    remedy: 'Ask an operator with the role named in `detail`, or call from the console’s own pages.',
  },
  suspended: {
    status: 403,
    title: 'Suspended',
    meaning: 'The merchant is suspended: its keys can only read.',
    remedy: 'Contact the platform. Nothing was changed.',
  },
  account_disabled: {
    status: 403,
    title: 'Account disabled',
    meaning:
      'The platform has disabled the merchant’s account at the processor: it takes no new payments. Existing payments continue.',
    remedy: 'Contact the platform. Nothing was changed.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'It does not exist, or it belongs to another merchant.',
    remedy: 'Check the path and the id.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path exists, but does not support this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  idempotency_conflict: {
    status: 409,
    title: 'Idempotency conflict',
    meaning: 'The Idempotency-Key was already used with a different body.',
    remedy: 'Use a new key for a new request, or repeat the original body.',
  },
  in_progress: {
    status: 409,
    title: 'In progress',
    meaning: 'A request with the same Idempotency-Key, or a test of the same callback, is still running.',
    remedy:
      'Wait for the number of seconds in `Retry-After`, then retry, with the same key if there was one.',
  },
  invalid_state: {
    status: 409,
    title: 'Invalid state',
    meaning:
      'The current state does not allow this call. For a payment, `currentStatus` and `allowedFrom` say why.',
    remedy: 'Read the object again, then decide what to do.',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    meaning: 'The body is larger than this call accepts: 64 KiB, or 512 KiB for webhooks.',
    remedy: 'Send a smaller body.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The body is not declared as JSON.',
    remedy: 'Send `Content-Type: application/json`.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    meaning:
      'This API key or portal has exceeded its rate limit, or too many wrong credentials came from this address.',
    remedy: 'Wait for the number of seconds in `Retry-After`, then retry.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    meaning: 'Something went wrong in the service. It is logged under the `traceId`.',
    remedy: 'Retry with the same Idempotency-Key. If it persists, quote the `traceId` to support.',
  },
  processor_error: {
    status: 502,
    title: 'Processor error',
    meaning: 'The processor failed, or is not set up correctly. Nothing was changed.',
    remedy: 'Try again; the Idempotency-Key is free. If it persists, quote the `traceId` to the platform.',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    meaning:
      'The database is unreachable, the service is starting, stopping or overloaded, or the processor is refusing calls.',
    remedy: 'Wait for the number of seconds in `Retry-After`, then retry with the same Idempotency-Key.',
  },
  outcome_unknown: {
    status: 504,
    title: 'Outcome unknown',
    meaning:
      'The processor did not answer in time, or its answer could not be recorded, so the outcome is not known yet.',
    remedy: 'Retry with the same Idempotency-Key. A second charge is not possible.',
  },
} as const

export type ProblemCode = keyof typeof catalog
export const problemCodes = Object.keys(catalog) as ProblemCode[]

export interface FieldError {
  path: string
  message: string
}

interface Extras {
  errors?: FieldError[]
  currentStatus?: string
  allowedFrom?: string[]
  headers?: Record<string, string>
}

export class Problem extends Error {
  readonly code: ProblemCode
  readonly extras: Extras

  constructor(code: ProblemCode, detail: string, extras: Extras = {}) {
    super(detail)
    this.name = 'Problem'
    this.code = code
    this.extras = extras
  }

  get status(): number {
    return catalog[this.code].status
  }
}

const retryAfter = (seconds: number) => ({ headers: { 'retry-after': String(seconds) } })

const unavailable = (detail: string, seconds = 1) => new Problem('unavailable', detail, retryAfter(seconds))
const unknown = (detail: string) => new Problem('outcome_unknown', detail)
const tooMany = (detail: string, seconds: number) =>
  new Problem('too_many_requests', detail, retryAfter(seconds))

export const problems = {
  missingHeader: (name: string) => new Problem('missing_header', `The ${name} header is required.`),
  invalidRequest: (detail: string, errors?: FieldError[]) =>
    new Problem('invalid_request', detail, errors ? { errors } : {}),
  tooMuch: (why: string, mostCents: number) => {
    const message = `must be at most ${mostCents}`
    const errors = [{ path: 'amountCents', message }]
    return new Problem('invalid_request', `${why}: amountCents ${message}.`, { errors })
  },
  unauthorized: () =>
    new Problem('unauthorized', 'The credentials are missing or invalid.', {
      headers: { 'www-authenticate': 'Bearer realm="svcpay"' },
    }),
  forbidden: (role: string, needed: string) =>
    new Problem('forbidden', `This call needs the role ${needed}; yours is ${role}.`),
  crossSite: () =>
    new Problem('forbidden', 'A signed-in browser can make changes only from the console’s own pages.'),
  suspended: () => new Problem('suspended', 'The merchant is suspended. Its keys can only read.'),
  accountDisabled: (processor: string) =>
    new Problem(
      'account_disabled',
      `The platform has disabled the account at the processor "${processor}": it takes no new payments.`,
    ),
  notFound: (what: string) => new Problem('not_found', `No such ${what}.`),
  methodNotAllowed: (allow: string[]) =>
    new Problem('method_not_allowed', `This path supports ${allow.join(', ')}.`, {
      headers: { allow: allow.join(', ') },
    }),
  /** Some things have no status, such as the merchant's account. */
  invalidState: (detail: string, currentStatus?: string, allowedFrom: string[] = []) =>
    new Problem('invalid_state', detail, currentStatus ? { currentStatus, allowedFrom } : {}),
  bodyRemoved: (at: Date) =>
    new Problem(
      'invalid_state',
      `The event’s body was removed by retention on ${at.toISOString().slice(0, 10)}.`,
    ),
  noConnectedAccount: (detail = 'Create a connected account first: POST /v1/onboarding/account.') =>
    new Problem('no_connected_account', detail),
  idempotencyConflict: (detail = 'This Idempotency-Key was already used with a different request.') =>
    new Problem('idempotency_conflict', detail),
  inProgress: (detail = 'A request with this Idempotency-Key is still running.') =>
    new Problem('in_progress', detail, retryAfter(1)),
  processorError: (code: string | null, message: string) =>
    new Problem('processor_error', code ? `${code}: ${message}` : message),
  outcomeUnknown: () => unknown('The processor did not answer in time. Retry with the same Idempotency-Key.'),
  outcomeUnrecorded: () =>
    unknown('The processor’s answer could not be recorded. Retry with the same Idempotency-Key.'),
  /** For calls that change nothing and can simply be repeated. */
  processorSilent: () => unknown('The processor did not answer in time. Nothing was changed; try again.'),
  payloadTooLarge: (limitBytes: number) =>
    new Problem('payload_too_large', `The body may have at most ${limitBytes} bytes.`),
  unsupportedMediaType: () =>
    new Problem('unsupported_media_type', 'The body must be sent as application/json.'),
  tooManyRequests: (limitPerSecond: number, seconds: number) =>
    tooMany(`The limit is ${limitPerSecond} requests per second.`, seconds),
  tooManyFailures: (seconds: number) =>
    tooMany('Too many wrong credentials came from this address.', seconds),
  tooManyInFlight: (limit: number) => tooMany(`At most ${limit} requests can be in progress at a time.`, 1),
  tooManyStreams: (limit: number) => tooMany(`At most ${limit} streams can be open at a time.`, 5),
  internalError: () => new Problem('internal_error', 'Something went wrong on our side.'),
  unavailable,
  unconfirmed: () =>
    unavailable('The processor cannot be reached to confirm the payment’s current state. Try again.'),
  historyIncomplete: () =>
    unavailable(
      'The database was restored, and it is not known yet whether this call was made before. Try again.',
    ),
}

/** Returns the object, or throws "Not found" if there is none. */
export function existing<Value>(found: Value | null, what: string): Value {
  if (found === null) throw problems.notFound(what)
  return found
}
