import { describe, expect, it } from 'vitest'
import { type Allowance, createAllowance, type Priority } from '../../src/processors/turns/allowance.ts'

const soon = 10_000

function starting(allowance: Allowance, count: number, now: number, account = 'acct_1'): number[] {
  const turns = Array.from({ length: count }, () => allowance.turn(account, 'request', now, now + soon))
  return turns.map(turn => turn?.waitMs ?? Number.NaN)
}

/** A hundred calls within a second, of which one was turned away. */
function limited(now = 1000): Allowance {
  const allowance = createAllowance()
  starting(allowance, 100, now)
  allowance.turnedAway('acct_1', now, now + 1)
  return allowance
}

const turnOf = (allowance: Allowance, priority: Priority, now: number, until = now + soon) =>
  allowance.turn('acct_1', priority, now, until)

describe('without a call turned away', () => {
  it('no call waits, however many there are', () => {
    const allowance = createAllowance()
    expect(starting(allowance, 5000, 1000).every(waitMs => waitMs === 0)).toBe(true)
    expect(turnOf(allowance, 'job', 1000)).toEqual({ waitMs: 0, isBooked: true })
  })
})

describe('after a call was turned away', () => {
  it('calls are spaced at half the rate that was too high', () => {
    const waits = starting(limited(), 11, 1001)
    expect(waits[0]).toBe(0)
    expect(waits[10]).toBeCloseTo(10 * (1000 / 50))
  })

  it('a lone call waits for nothing', () => {
    expect(starting(limited(), 1, 1001)).toEqual([0])
  })

  it('calls sent before the cut and turned away, too, change nothing', () => {
    const allowance = limited()
    for (let i = 0; i < 30; i++) allowance.turnedAway('acct_1', 1000, 1005)
    expect(starting(allowance, 2, 1010)[1]).toBeCloseTo(1000 / 50, 0)
  })

  it('calls sent after it cut the pace again, down to a minimum', () => {
    const allowance = limited()
    let now = 1001
    for (let i = 0; i < 20; i++) {
      now += 100
      allowance.turnedAway('acct_1', now, now)
    }
    expect(starting(allowance, 2, now)[1]).toBeCloseTo(100)
  })

  it('the pace grows with time, and the limit ends after a minute', () => {
    const allowance = limited()
    expect(starting(allowance, 2, 11_001)[1]).toBeCloseTo(1000 / 100)
    expect(starting(allowance, 3, 61_001)).toEqual([0, 0, 0])
  })

  it('other accounts do not wait', () => {
    expect(starting(limited(), 50, 1001, 'acct_2').every(waitMs => waitMs === 0)).toBe(true)
  })

  it('a turn that would come too late is refused, and takes no other’s place', () => {
    const allowance = limited()
    starting(allowance, 50, 1001)
    expect(turnOf(allowance, 'request', 1001, 1500)).toBeNull()
    expect(turnOf(allowance, 'request', 1001, 2002)?.waitMs).toBeCloseTo(1000)
  })
})

describe('a job', () => {
  it('waits behind every request, including later ones', () => {
    const allowance = limited()
    starting(allowance, 5, 1001)
    const job = turnOf(allowance, 'job', 1001)
    expect(job).toEqual({ waitMs: expect.closeTo(100), isBooked: false })
    starting(allowance, 5, 1050)
    expect(turnOf(allowance, 'job', 1102)).toEqual({ waitMs: expect.closeTo(99, 0), isBooked: false })
    expect(turnOf(allowance, 'job', 1202)).toEqual({ waitMs: 0, isBooked: true })
  })

  it('gets half of the pace at most', () => {
    const allowance = limited()
    let booked = 0
    for (let now = 1001; now < 2001; now++) if (turnOf(allowance, 'job', now)?.isBooked) booked++
    expect(booked).toBeGreaterThan(20)
    expect(booked).toBeLessThan(30)
  })

  it('gives up if its turn does not come in time', () => {
    const allowance = limited()
    starting(allowance, 100, 1001)
    expect(turnOf(allowance, 'job', 1001, 2000)).toBeNull()
  })
})
