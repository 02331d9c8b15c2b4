import { expect, it, vi } from 'vitest'
import { watchEventLoop } from '../../src/http/event-loop.ts'

const blockFor = (ms: number) => {
  const end = Date.now() + ms
  while (Date.now() < end);
}

it('one stall is no overload, being behind all the time is, and it passes', async () => {
  const eventLoop = watchEventLoop(200)
  blockFor(600)
  expect(eventLoop.isBehind()).toBe(false)
  await vi.waitFor(
    () => {
      blockFor(450)
      expect(eventLoop.isBehind()).toBe(true)
    },
    { timeout: 10_000, interval: 1 },
  )
  await vi.waitFor(() => expect(eventLoop.isBehind()).toBe(false), { timeout: 10_000 })
  eventLoop.stop()
})
