import { describe, expect, it } from 'vitest'
import { inWeeks, isByWeek } from '../src/pages/overview/weeks.ts'

const daysOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    at: new Date(Date.UTC(2026, 7, 19 + index)).toISOString(),
    count: 1,
    volumeCents: index,
  }))

describe('inWeeks', () => {
  it('sums up seven days at a time, dated by the first', () => {
    const weeks = inWeeks(daysOf(91))
    expect(weeks).toHaveLength(13)
    expect(weeks[0]).toEqual({ at: '2026-08-19T00:00:00.000Z', count: 7, volumeCents: 21 })
    expect(weeks[1]?.at).toBe('2026-08-26T00:00:00.000Z')
  })

  it('puts the remaining days in the first week', () => {
    expect(inWeeks(daysOf(16)).map(({ count }) => count)).toEqual([2, 7, 7])
  })

  it('keeps a month in days', () => {
    expect([isByWeek(daysOf(31)), isByWeek(daysOf(91))]).toEqual([false, true])
  })
})
