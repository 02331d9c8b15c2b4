import { expect, test } from 'vitest'
import { counted, formatCount } from '../src/components/numbers.ts'

test('a count that stopped at its limit is shown with a plus sign', () => {
  expect([formatCount(12_345), formatCount(9_999, 10_000), formatCount(10_000, 10_000)]).toEqual([
    '12,345',
    '9,999',
    '10,000+',
  ])
  expect(counted(1, 'callback')).toBe('1 callback')
  expect(counted(1_000, 'callback is waiting', 'callbacks are waiting', 1_000)).toBe(
    '1,000+ callbacks are waiting',
  )
})
