import { expect, it } from 'vitest'
import { nextConcurrency, watchTurns } from '../../../src/http/doors/concurrency.ts'

const bounds = { min: 10, max: 100 }
const calm = { turnMs: 1, ownMs: 20, isLimiting: true }

function after(samples: number, sample: typeof calm, start = 50): number {
  let current = start
  for (let i = 0; i < samples; i++) current = nextConcurrency(current, sample, bounds)
  return current
}

it('grows while requests wait that could be processed', () => {
  expect(after(3, calm)).toBeGreaterThan(50)
  expect(after(1000, calm)).toBe(100)
})

it('stays the same while no request waits', () => {
  expect(after(1000, { ...calm, isLimiting: false })).toBe(50)
})

it.each([
  ['the turns of the event loop become long', { ...calm, turnMs: 30 }],
  ['requests queue behind each other in the service or its database', { ...calm, ownMs: 500 }],
])('shrinks when %s, and recovers', (_what, sample) => {
  expect(after(3, sample)).toBeLessThan(50)
  expect(after(1000, sample)).toBe(10)
  expect(after(1000, calm, 10)).toBe(100)
})

it('measures the turns of the event loop', async () => {
  const turnMs = watchTurns()
  for (let turn = 0; turn < 3; turn++) {
    await new Promise(setImmediate)
    const end = performance.now() + 50
    while (performance.now() < end);
  }
  await new Promise(setImmediate)
  expect(turnMs()).toBeGreaterThan(25)
})
