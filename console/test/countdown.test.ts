import { expect, test } from 'vitest'
import { remainingText } from '../src/components/countdown.tsx'

test.each([
  [86_400_000, '1 d'],
  [86_399_000, '23 h 59 min'],
  [250_000, '4 min 10 s'],
  [59_001, '1 min'],
  [900, '1 s'],
  [0, '0 s'],
  [-5_000, '0 s'],
])('%i ms are %s', (ms, text) => {
  expect(remainingText(ms)).toBe(text)
})
