import { mapValues } from './named-schemas.ts'
import type { Operation, Response } from './openapi-types.ts'

const text = { type: 'string' }
const number = { type: 'integer' }

/** Every header of an answer that a caller may want to read, under its name in `components`. */
const headers = {
  'X-Correlation-Id': {
    description:
      'The id of this request in the service’s log. Your own X-Correlation-Id is kept if it has 8 to 128 characters out of A-Z, a-z, 0-9, ".", "_" and "-".',
    schema: text,
    example: 'trc_01jd3k5v8xemw9g6t2q4r7y0zb',
  },
  'Idempotent-Replayed': {
    description:
      '`true` when this is the stored answer to an earlier request with the same Idempotency-Key. Absent otherwise.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': { description: 'Wait this many seconds before you retry.', schema: number, example: 1 },
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
  'RateLimit-Reset': {
    description: 'Seconds until the next window starts.',
    schema: number,
    example: 1,
  },
  Link: {
    description: 'The address of the next page, with `rel="next"`. Absent on the last page.',
    schema: text,
    example: '</v1/terminal/readers?limit=20&startingAfter=tmr_1Q0sandbox>; rel="next"',
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: text,
    example: 'Bearer realm="svcpay"',
  },
}

type HeaderName = keyof typeof headers

/** The headers that some answer of the document has. */
export function headerComponents(operations: Operation[]): Record<string, object> {
  const used = operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap(response => Object.keys(response.headers ?? {})),
  )
  return Object.fromEntries(Object.entries(headers).filter(([name]) => used.includes(name)))
}

export function withHeaders(operation: Operation): Operation {
  const responses = mapValues(operation.responses, (response, status) => ({
    ...response,
    headers: { ...response.headers, ...refs(headersOf(operation, status, response)) },
  }))
  return { ...operation, responses }
}

function headersOf(operation: Operation, status: string, response: Response): HeaderName[] {
  const isSuccess = status.startsWith('2')
  const takes = (name: string) => (operation.parameters ?? []).some(parameter => parameter.name === name)
  const isForMerchants = (operation.security ?? []).some(scheme => 'apiKey' in scheme)
  const names: HeaderName[] = ['X-Correlation-Id']
  if (isSuccess && takes('idempotency-key')) names.push('Idempotent-Replayed')
  if (isSuccess && takes('startingAfter')) names.push('Link')
  if (isForMerchants && (isSuccess || status === '429')) {
    names.push('RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset')
  }
  if (['429', '503'].includes(status) || isInProgress(response)) names.push('Retry-After')
  if (status === '401' && (operation.security ?? []).length > 0) names.push('WWW-Authenticate')
  return names
}

function isInProgress({ content }: Response): boolean {
  return Object.hasOwn(content?.['application/problem+json']?.examples ?? {}, 'in_progress')
}

function refs(names: HeaderName[]): Record<string, object> {
  return Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))
}
