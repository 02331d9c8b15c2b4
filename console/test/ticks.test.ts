import { expect, it } from 'vitest'
import { levelTicks } from '../src/pages/overview/ticks.ts'

it('has round ticks that reach the highest bar', () => {
  expect(levelTicks([291_000, 0, 12], [3_110])).toEqual([
    [0, 80_000, 160_000, 240_000, 320_000],
    [0, 800, 1_600, 2_400, 3_200],
  ])
})

it('aligns the zeros of both axes when more fees are returned than earned', () => {
  const [volume, fees] = levelTicks([240_000], [2_400, -740])
  expect(volume).toEqual([-120_000, -60_000, 0, 60_000, 120_000, 180_000, 240_000])
  expect(fees).toEqual([-1_200, -600, 0, 600, 1_200, 1_800, 2_400])
})

it('has distinct ticks of whole cents, even for zero and tiny amounts', () => {
  for (const values of [[], [0], [1], [3], [7], [13], [-5], [99_999_999_999]]) {
    for (const ticks of levelTicks(values, values)) {
      expect(new Set(ticks).size, `${values}`).toBe(ticks.length)
      expect(ticks.every(Number.isInteger), `${values}`).toBe(true)
      expect(Math.max(...ticks)).toBeGreaterThanOrEqual(Math.max(0, ...values))
      expect(Math.min(...ticks)).toBeLessThanOrEqual(Math.min(0, ...values))
    }
  }
})
