import { expect, test } from 'vitest'
import { minuteOf } from '../src/components/days.ts'
import { localTime, relativeTime, utcDay, utcTime, zoneOf } from '../src/components/time.tsx'

test('a time shows its seconds, or its year if that is not the current one', () => {
  const now = new Date(2026, 5, 1)
  expect(localTime(new Date(2026, 0, 31, 4, 5, 9).toISOString(), now)).toBe('Jan 31, 04:05:09')
  expect(localTime(new Date(2025, 11, 3, 0, 5, 9).toISOString(), now)).toBe('Dec 3, 2025, 00:05')
})

test('a time in UTC does not depend on the browser’s zone', () => {
  const now = new Date('2026-06-01T00:00:00Z')
  expect(utcTime('2026-01-01T00:30:09.123Z', now)).toBe('Jan 1, 00:30:09')
  expect(utcTime('2025-12-31T23:59:59Z', now)).toBe('Dec 31, 2025, 23:59')
  expect(utcDay('2026-01-01', now)).toBe('Jan 1')
  expect(utcDay('2025-12-31', now)).toBe('Dec 31, 2025')
})

test.each([
  [0, 'UTC'],
  [-120, 'UTC+02:00'],
  [-345, 'UTC+05:45'],
  [210, 'UTC-03:30'],
])('a time zone %i minutes behind UTC is called %s', (minutes, name) => {
  expect(zoneOf({ getTimezoneOffset: () => minutes })).toBe(name)
})

test.each([
  [-400, 'now'],
  [-1_000, '1 second ago'],
  [90_000, 'in 2 minutes'],
  [3_600_000, 'in 1 hour'],
  [-86_400_000, 'yesterday'],
  [86_400_000, 'tomorrow'],
  [-5 * 86_400_000, '5 days ago'],
])('%i ms from now is %s', (distance, text) => {
  const now = Date.UTC(2026, 5, 1)
  expect(relativeTime(new Date(now + distance).toISOString(), now)).toBe(text)
})

test('a filter shows the local minute of a moment, and nothing for another text', () => {
  expect(minuteOf(new Date(2026, 10, 9, 23, 30, 59).toISOString())).toBe('2026-11-09T23:30')
  expect(['', 'later', undefined].map(minuteOf)).toEqual(['', '', ''])
})
