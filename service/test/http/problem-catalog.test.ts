import { expect, it } from 'vitest'
import { catalog, type ProblemCode } from '../../src/problems.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { useService } from '../support/service.ts'

const service = useService()

const promised: [number, string, ProblemCode][] = [
  [400, 'Missing header', 'missing_header'],
  [400, 'Invalid request', 'invalid_request'],
  [400, 'No connected account', 'no_connected_account'],
  [401, 'Unauthorized', 'unauthorized'],
  [403, 'Forbidden', 'forbidden'],
  [403, 'Suspended', 'suspended'],
  [403, 'Account disabled', 'account_disabled'],
  [404, 'Not found', 'not_found'],
  [405, 'Method not allowed', 'method_not_allowed'],
  [409, 'Idempotency conflict', 'idempotency_conflict'],
  [409, 'In progress', 'in_progress'],
  [409, 'Invalid state', 'invalid_state'],
  [413, 'Payload too large', 'payload_too_large'],
  [415, 'Unsupported media type', 'unsupported_media_type'],
  [429, 'Too many requests', 'too_many_requests'],
  [500, 'Internal error', 'internal_error'],
  [502, 'Processor error', 'processor_error'],
  [503, 'Unavailable', 'unavailable'],
  [504, 'Outcome unknown', 'outcome_unknown'],
]

it('contains exactly the promised problems', () => {
  const held = Object.entries(catalog).map(([code, { status, title }]) => [status, title, code])
  expect(held).toEqual(promised)
})

it.each(promised)('%s %s has a page under its type, /problems/%s', async (status, title, code) => {
  const page = await service.call('GET', `/problems/${code}`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  expect(page.text).toContain(title)
  expect(page.text).toContain(`${status}`)
})

it.each(['nope', 'constructor', '__proto__', 'toString'])('has no page for %s', async code => {
  expectProblem(await service.call('GET', `/problems/${code}`), 'not_found')
})
