import { expect, test } from 'vitest'
import { changeOf, pointsOf } from '../src/pages/overview/changes.ts'

test.each([
  [110, 100, '+10.0%'],
  [90, 100, '−10.0%'],
  [100_001, 100_000, '±0.0%'],
  [892_504_964, 13_532, 'over +1,000%'],
  [100, 0, undefined],
  [100, undefined, undefined],
])('%i after %s is a change of %s', (now, before, text) => expect(changeOf(now, before)).toBe(text))

test('a change of a share that rounds to nothing has no direction', () => {
  expect([pointsOf(-0.0001), pointsOf(0.0123)]).toEqual(['±0.0 points', '+1.2 points'])
})
