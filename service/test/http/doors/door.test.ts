import { describe, expect, it } from 'vitest'
import { createDoor, type Door, type Visitor } from '../../../src/http/doors/door.ts'
import { fixedLimits } from '../../../src/http/doors/limits.ts'

/** A door that works on two requests at a time, and time that a test moves. */
function doorForTwo(budget = {}) {
  let nowMs = 1000
  let isHeld = false
  let arrived = 0
  const started: number[] = []
  const refused: number[] = []
  const gone = new Set<number>()
  const door: Door = createDoor(
    { ...fixedLimits.doors.merchants, ...budget },
    () => 2,
    () => {
      if (!isHeld) door.startWaiting()
    },
    () => nowMs,
  )
  const visitor = (id: number): Visitor => ({
    start: () => started.push(id),
    refuse: () => refused.push(id),
    hasLeft: () => gone.has(id),
  })
  return {
    door,
    started,
    refused,
    gone,
    enter(count = 1) {
      for (let i = 0; i < count; i++) door.enter(visitor(++arrived))
    },
    finish(count = 1) {
      for (let i = 0; i < count && door.state().inFlight > 0; i++) {
        door.leave()
        door.startWaiting()
      }
    },
    /** Many come in one turn of the event loop: they enter before the line moves. */
    enterTogether(count: number) {
      isHeld = true
      this.enter(count)
      isHeld = false
      door.startWaiting()
    },
    pass(ms: number) {
      nowMs += ms
    },
  }
}

describe('a door', () => {
  it('works on as many as it can and lets the others wait, first come, first served', () => {
    const { enter, started, refused, finish } = doorForTwo()
    enter(5)
    expect(started).toEqual([1, 2])
    finish()
    expect(started).toEqual([1, 2, 3])
    finish(2)
    expect([started, refused]).toEqual([[1, 2, 3, 4, 5], []])
  })

  it('takes a burst of a thousand without a refusal', () => {
    const { enter, refused, started, finish } = doorForTwo()
    enter(1000)
    finish(1000)
    expect([started.length, refused]).toEqual([1000, []])
  })

  it('has room again for each request that waits outside', async () => {
    const { door, enter, started } = doorForTwo()
    enter(3)
    let answer = (_value: string) => {}
    const waited = door.outside(
      new Promise<string>(resolve => {
        answer = resolve
      }),
    )
    door.startWaiting()
    expect(started).toEqual([1, 2, 3])
    answer('from the processor')
    expect(await waited).toBe('from the processor')
    enter()
    door.startWaiting()
    expect(started).toEqual([1, 2, 3])
  })

  it('holds no more in flight than its budget, wherever they wait', () => {
    const { door, enter, refused } = doorForTwo({ maxInFlight: 3 })
    enter(2)
    void door.outside(new Promise(() => {}))
    void door.outside(new Promise(() => {}))
    enter(2)
    expect(refused).toEqual([4])
  })

  it('spends nothing on who has left the line', () => {
    const { door, enter, started, gone } = doorForTwo()
    enter(4)
    gone.add(3)
    door.leave()
    door.startWaiting()
    expect(started).toEqual([1, 2, 4])
  })

  it('lets nobody wait for ever', () => {
    const { door, enter, refused, pass } = doorForTwo()
    enter(4)
    pass(10_000)
    door.sweep()
    expect(refused).toEqual([3, 4])
  })
})

describe('twice what a door can carry', () => {
  /** One finishes every ten milliseconds, two come. */
  function overload(test: ReturnType<typeof doorForTwo>, ms: number): number[] {
    const waits: number[] = []
    const cameAt = new Map<number, number>()
    for (let at = 0; at < ms; at += 10) {
      test.pass(10)
      for (let i = 0; i < 2; i++) {
        const before = test.started.length + test.refused.length
        test.enter()
        if (test.started.length + test.refused.length === before) cameAt.set(cameAt.size, at)
      }
      const startedBefore = test.started.length
      test.finish()
      const waitedSince = cameAt.get(waits.length)
      if (test.started.length > startedBefore && waitedSince !== undefined) waits.push(at - waitedSince)
    }
    return waits
  }

  it('is refused as soon as it is clear that the line stays, and those in line wait briefly', () => {
    const test = doorForTwo()
    const waits = overload(test, 10_000)
    const sorted = waits.toSorted((a, b) => a - b)
    expect(sorted[Math.floor(sorted.length * 0.99)]).toBeLessThan(1000)
    const settled = waits.slice(waits.length / 2)
    expect(Math.max(...settled)).toBeLessThan(500)
    expect(test.started.length).toBeGreaterThan(990)
    expect(test.refused.length).toBeGreaterThan(900)
  })

  it('is over when it is over: the next is let in at once', () => {
    const test = doorForTwo()
    overload(test, 5000)
    test.finish(100)
    const { started, refused } = test
    const before = { started: started.length, refused: refused.length }
    test.enter(2)
    expect([started.length, refused.length]).toEqual([before.started + 2, before.refused])
  })

  it('leaves no mark: after a second of calm, a burst may wait in line again', () => {
    const test = doorForTwo()
    overload(test, 5000)
    test.finish(100)
    test.pass(1500)
    test.enter()
    test.finish(3)
    const before = test.refused.length
    test.enterTogether(500)
    test.pass(500)
    test.enter(50)
    expect(test.refused.length).toBe(before)
  })

  it('is told from a door that is stuck', () => {
    const test = doorForTwo()
    overload(test, 5000)
    expect(test.door.state().isStuck).toBe(false)
    for (let i = 0; i < 20; i++) {
      test.pass(200)
      test.enter(20)
    }
    expect(test.door.state().isStuck).toBe(true)
    test.finish(2000)
    test.enter()
    expect(test.door.state().isStuck).toBe(false)
  })
})
