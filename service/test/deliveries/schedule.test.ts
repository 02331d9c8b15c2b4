import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRetryAfter, pausesOf, retryDelayMs, wholeScheduleMs } from '../../src/deliveries/schedule.ts'
import { testConfig } from '../support/service.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const delays = testConfig('postgres://localhost/x').callbacks.retryDelaysMs

const attempt = fc.integer({ min: 1, max: 8 })
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const asked = fc.option(fc.integer({ min: 0, max: 400 * hour }), { nil: null })
const delayOf = (failed: number) => delays[failed - 1] ?? 0
const jitterOf = (failed: number) => Math.min(delayOf(failed) * 0.2, 15 * minute)

describe('the schedule', () => {
  it('has these eight delays', () => {
    expect(delays).toEqual([
      15 * second,
      minute,
      4 * minute,
      16 * minute,
      64 * minute,
      4 * hour + 16 * minute,
      17 * hour + 4 * minute,
      48 * hour,
    ])
  })

  it('ends after the ninth attempt', () => {
    fc.assert(fc.property(asked, random, (after, r) => retryDelayMs(delays, 9, after, () => r) === null))
    fc.assert(
      fc.property(attempt, random, (failed, r) => retryDelayMs(delays, failed, null, () => r) !== null),
    )
  })

  it('is never early, and at most a fifth or 15 minutes late', () => {
    fc.assert(
      fc.property(attempt, random, (failed, r) => {
        const wait = retryDelayMs(delays, failed, null, () => r) ?? 0
        expect(wait).toBeGreaterThanOrEqual(delayOf(failed))
        expect(wait).toBeLessThanOrEqual(Math.ceil(delayOf(failed) + jitterOf(failed)))
      }),
    )
  })

  it('spreads deliveries that failed together', () => {
    const waits = [0, 0.25, 0.5, 0.75].map(r => retryDelayMs(delays, 1, null, () => r))
    expect(waits).toEqual([15_000, 15_750, 16_500, 17_250])
    expect(retryDelayMs(delays, 8, null, () => 1)).toBe(48 * hour + 15 * minute)
  })

  it('honors Retry-After between one and two times the delay', () => {
    fc.assert(
      fc.property(attempt, fc.integer({ min: 0, max: 400 * hour }), random, (failed, after, r) => {
        const delay = delayOf(failed)
        const wait = retryDelayMs(delays, failed, after, () => r) ?? 0
        expect(wait).toBeGreaterThanOrEqual(Math.min(Math.max(after, delay), 2 * delay))
        expect(wait).toBeLessThanOrEqual(2 * delay)
      }),
    )
  })

  it('takes as long as its delays and nine calls', () => {
    expect(wholeScheduleMs([10, 20, 30, 40, 50, 60, 70, 80], 100)).toBe(432 + 900)
  })

  it('leaves time for a hundred probes of an endpoint that keeps failing', () => {
    expect(pausesOf(delays)).toEqual({ firstMs: 30 * second, longestMs: 5 * minute })
    const anyDelays = fc.array(fc.integer({ min: 0, max: 48 * hour }), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(anyDelays, delaysMs => {
        const { firstMs, longestMs } = pausesOf(delaysMs)
        expect(firstMs).toBeLessThanOrEqual(longestMs)
        expect(100 * longestMs).toBeLessThanOrEqual(wholeScheduleMs(delaysMs, 0) * 1.001)
      }),
    )
  })

  it('is the same to the millisecond for the same random number', () => {
    fc.assert(
      fc.property(attempt, asked, random, (failed, after, r) => {
        const wait = retryDelayMs(delays, failed, after, () => r)
        expect(Number.isInteger(wait)).toBe(true)
        expect(retryDelayMs(delays, failed, after, () => r)).toBe(wait)
      }),
    )
  })
})

describe('Retry-After', () => {
  const now = new Date('2026-03-01T12:00:00Z')

  it('is read in seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), seconds => {
        expect(parseRetryAfter(` ${seconds} `, now)).toBe(seconds * 1000)
      }),
    )
  })

  it('is read as an HTTP date', () => {
    const soon = fc.integer({ min: -86_400, max: 86_400 * 30 })
    fc.assert(
      fc.property(soon, seconds => {
        const at = new Date(now.getTime() + seconds * 1000)
        expect(parseRetryAfter(at.toUTCString(), now)).toBe(Math.max(0, seconds * 1000))
      }),
    )
  })

  it('is ignored if invalid, and never makes a retry early or prevents it', () => {
    for (const header of [undefined, '', 'soon', 'NaN', '١٢']) expect(parseRetryAfter(header, now)).toBe(null)
    fc.assert(
      fc.property(fc.string(), attempt, random, (header, failed, r) => {
        const wait = retryDelayMs(delays, failed, parseRetryAfter(header, now), () => r) ?? 0
        expect(wait).toBeGreaterThanOrEqual(delayOf(failed))
        expect(wait).toBeLessThanOrEqual(2 * delayOf(failed))
      }),
    )
  })
})
