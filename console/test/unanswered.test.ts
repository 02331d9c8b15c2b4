import { beforeEach, expect, it, vi } from 'vitest'
import { ApiProblem } from '../src/api/problem.ts'
import { noteKey, unansweredLike } from '../src/api/unanswered.ts'

const refund = (amountCents: number, more = {}) => ({
  path: '/admin/v1/payments/svcpay_1/refund',
  body: { amountCents, ...more },
})
const refused = (status: number, code: string | null) =>
  new ApiProblem(status, { ...(code !== null && { code }) })

beforeEach(() => {
  vi.useRealTimers()
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
})

it('gives the same command the same key until it is answered', () => {
  const first = noteKey(refund(360), 'Refund $3.60')
  expect(noteKey(refund(360), 'Refund $3.60').key).toBe(first.key)
  first.forget()
  expect(noteKey(refund(360), 'Refund $3.60').key).not.toBe(first.key)
})

it('does not depend on the order of fields', () => {
  const { key } = noteKey(refund(360, { reason: 'duplicate', refundApplicationFee: true }), 'Refund $3.60')
  const { body } = refund(360)
  const reordered = { refundApplicationFee: true, reason: 'duplicate', ...body }
  expect(noteKey({ ...refund(360), body: reordered }, 'Refund $3.60').key).toBe(key)
})

it('gives another amount, or another payment, a separate key', () => {
  const { key } = noteKey(refund(360), 'Refund $3.60')
  expect(noteKey(refund(361), 'Refund $3.61').key).not.toBe(key)
  expect(noteKey({ ...refund(360), path: '/admin/v1/payments/svcpay_2/refund' }, '').key).not.toBe(key)
})

it('names commands that were sent and got no answer', () => {
  noteKey(refund(360), 'Refund $3.60')
  expect(unansweredLike(refund(360)).same?.label).toBe('Refund $3.60')
  expect(unansweredLike(refund(500))).toMatchObject({ other: { label: 'Refund $3.60' } })
})

it('keeps a key until its outcome is known, however long that takes', () => {
  vi.useFakeTimers({ now: 0 })
  const { key } = noteKey(refund(360), 'Refund $3.60')
  vi.setSystemTime(30 * 86_400_000)
  expect(noteKey(refund(360), 'Refund $3.60').key).toBe(key)
})

it.each([
  [400, 'invalid_request', true, true],
  [409, 'invalid_state', true, true],
  [409, 'in_progress', false, false],
  [401, 'unauthorized', true, false],
  [429, 'rate_limited', true, false],
  [502, 'processor_error', false, false],
  [503, null, false, false],
])(
  'a refusal with %i %s decides the first try: %s; one after a lost answer: %s',
  (status, code, first, later) => {
    const error = refused(status, code)
    expect(noteKey(refund(360), 'Refund $3.60').isDecidedBy(error)).toBe(first)
    expect(noteKey(refund(360), 'Refund $3.60').isDecidedBy(error)).toBe(later)
  },
)

it('forgets a command that was not sent, unless an earlier try was', () => {
  noteKey(refund(360), 'Refund $3.60').forgetUnlessOpen()
  expect(unansweredLike(refund(360))).toEqual({})
  const { key } = noteKey(refund(360), 'Refund $3.60')
  noteKey(refund(360), 'Refund $3.60').forgetUnlessOpen()
  expect(unansweredLike(refund(360)).same?.key).toBe(key)
})
