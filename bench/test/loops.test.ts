import { expect, it } from 'vitest'
import { closedLoop, openLoop } from '../src/loops.js'
import { summary } from '../src/statistics.js'

/** Time that passes only while something waits. */
function testClock() {
  let ms = 0
  return {
    now: () => ms,
    async wait(by: number) {
      ms += by
    },
    jump: (by: number) => {
      ms += by
    },
  }
}

const next = () => 'request'

it('an open loop sends at its rate, however slow the answers are', async () => {
  const { now, wait } = testClock()
  const sentAt: number[] = []
  const ask = async () => {
    sentAt.push(now())
    return 200
  }
  const { latencies } = await openLoop({ rate: 100, seconds: 1, next, ask, now, wait })
  expect(latencies).toHaveLength(100)
  expect(sentAt.at(-1)).toBeGreaterThanOrEqual(990)
})

it('an open loop counts the wait of requests that a stall held up', async () => {
  const { now, wait, jump } = testClock()
  let asked = 0
  const ask = async () => {
    asked += 1
    // Everything stands still for half a second, even the sender.
    if (asked === 10) jump(500)
    return 200
  }
  const { latencies } = await openLoop({ rate: 100, seconds: 1, next, ask, now, wait })
  // Half of the requests were due during the stall: they waited 250 ms on average, and do not count as quick.
  expect(summary(latencies).max).toBeGreaterThanOrEqual(490)
  const total = [...latencies].reduce((sum, ms) => sum + ms, 0)
  expect(total / 100).toBeGreaterThan(100)
})

it('a closed loop has one request per client in flight, and ends when there are no more', async () => {
  let left = 50
  let underway = 0
  let most = 0
  const ask = async () => {
    underway += 1
    most = Math.max(most, underway)
    await new Promise(resolve => setImmediate(resolve))
    underway -= 1
    return left % 10 === 0 ? 503 : 200
  }
  const nextOf = () => (left-- > 0 ? 'request' : null)
  const { latencies, failures } = await closedLoop({ clients: 4, seconds: 60, next: nextOf, ask })
  expect(most).toBe(4)
  expect(latencies.length + Number(Object.values(failures)[0])).toBe(50)
  expect(Object.keys(failures)).toEqual(['503'])
})
