import { afterEach, expect, test } from 'vitest'
import { groupingOf, labeled } from '../src/pages/overview/bar-labels.ts'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

test('days are labeled by their UTC dates, whatever the browser’s zone', () => {
  process.env.TZ = 'America/Los_Angeles'
  const series = ['2026-11-17', '2026-11-18', '2026-11-19'].map(day => ({ at: `${day}T00:00:00.000Z` }))
  const span = { from: '2026-11-17T09:15:00.000Z', bucket: 'day' } as const
  expect(labeled(series, span).map(({ label }) => label)).toEqual([
    'Nov 17 from 09:15',
    'Nov 18',
    'Nov 19 so far',
  ])
  expect(groupingOf(series, span)).toBe(', by day (UTC)')
})

test('hours are labeled in the browser’s zone', () => {
  process.env.TZ = 'America/Los_Angeles'
  const series = ['09', '10'].map(hour => ({ at: `2026-11-17T${hour}:00:00.000Z` }))
  const span = { from: '2026-11-17T09:15:00.000Z', bucket: 'hour' } as const
  expect(labeled(series, span).map(({ label }) => label)).toEqual(['01:00 from 01:15', '02:00 so far'])
  expect(groupingOf(series, span)).toBe('')
})
