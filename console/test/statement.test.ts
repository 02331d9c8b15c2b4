import { expect, test } from 'vitest'
import { daysOf, monthBefore, periodOf, weekBefore } from '../src/pages/ledger/period.ts'

test('a statement covers the month so far, unless days are chosen', () => {
  const now = new Date('2026-03-15T23:30:00Z')
  expect(daysOf({}, now)).toEqual({ from: '2026-03-01', to: '2026-03-15' })
  expect(daysOf({ from: '2026-01-01', to: '2026-01-31' }, now)).toEqual({
    from: '2026-01-01',
    to: '2026-01-31',
  })
  expect(monthBefore(new Date('2026-01-15T00:00:00Z'))).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})

test.each(['2026-03-16T00:00:00Z', '2026-03-19T12:00:00Z', '2026-03-22T23:59:59Z'])(
  'on %s, last week ended on a Sunday',
  now => {
    expect(weekBefore(new Date(now))).toEqual({ from: '2026-03-09', to: '2026-03-15' })
  },
)

test('a statement includes its first and last day', () => {
  expect(periodOf({ from: '2026-01-01', to: '2026-01-31' })).toEqual({
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-02-01T00:00:00.000Z',
  })
})

test.each([
  ['2026-01-02', '2026-01-01'],
  ['2026-01-01', '2026-04-03'],
  ['2026-13-01', '2026-01-01'],
])('%s to %s is not a valid period', (from, to) => {
  expect(periodOf({ from, to })).toBeNull()
})
