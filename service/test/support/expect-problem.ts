import { expect } from 'vitest'
import { catalog, type ProblemCode } from '../../src/problems.ts'
import type { Answer } from './service.ts'

/** Expects the properties that all errors share; `more` has this one's own. */
export function expectProblem(answer: Answer, code: ProblemCode, more: Record<string, unknown> = {}): void {
  const { status, title } = catalog[code]
  expect(answer.body).toMatchObject({
    type: `/problems/${code}`,
    title,
    status,
    detail: expect.stringMatching(/\S/),
    instance: expect.stringMatching(/^\//),
    traceId: expect.stringMatching(/^[A-Za-z0-9._-]{8,128}$/),
    code,
    ...more,
  })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(answer.headers.get('x-correlation-id')).toBe(answer.body.traceId)
}
