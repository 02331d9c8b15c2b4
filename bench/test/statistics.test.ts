import { describe, expect, it } from 'vitest'
import { median, percentile, percentileCurve, spread, summary } from '../src/statistics.js'

describe('percentile', () => {
  const sorted = Float64Array.from({ length: 101 }, (_, i) => i)

  it('is the value below which that share lies', () => {
    expect([0, 0.5, 0.99, 1].map(share => percentile(sorted, share))).toEqual([0, 50, 99, 100])
  })

  it('is interpolated between two values', () => {
    expect(percentile(Float64Array.of(10, 20), 0.25)).toBe(12.5)
  })

  it('is NaN where nothing was measured', () => {
    expect(percentile(new Float64Array(), 0.5)).toBeNaN()
  })
})

it('an outlier does not move the median, but shows in the spread', () => {
  expect(median([10, 9, 1000])).toBe(10)
  expect(spread([9, 10, 11])).toBeCloseTo(0.1)
  expect(spread([10])).toBe(0)
})

it('a summary sorts by number, not by text', () => {
  expect(summary([9, 100, 20])).toMatchObject({ count: 3, p50: 20, max: 100 })
})

it('a percentile curve rises from the lowest value to the highest', () => {
  const latencies = Array.from({ length: 1000 }, (_, i) => 1000 - i)
  const curve = percentileCurve(latencies)
  expect(curve[0]).toEqual({ share: 0, ms: 1 })
  expect(curve.at(-1)?.ms).toBeGreaterThan(998)
  expect(curve.every(({ ms }, i) => ms >= (curve[i - 1]?.ms ?? 0))).toBe(true)
})
