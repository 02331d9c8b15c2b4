import { describe, expect, it } from 'vitest'
import { createDoor } from '../../../src/http/doors/door.ts'
import { fixedLimits } from '../../../src/http/doors/limits.ts'

interface Started {
  id: number
  caller: string
  waitedMs: number
}

/** A door that works on a few requests at a time, and a clock that the test moves. */
function doorFor(atATime: number, budget = {}) {
  let nowMs = 1000
  let isHeld = false
  let arrived = 0
  const started: Started[] = []
  const working: Started[] = []
  const refused: { id: number; caller: string }[] = []
  const gone = new Set<number>()
  const door: ReturnType<typeof createDoor> = createDoor(
    { ...fixedLimits.doors.merchants, pace: fixedLimits.pace, ...budget },
    () => atATime,
    () => {
      if (!isHeld) door.startWaiting()
    },
    () => nowMs,
  )
  const test = {
    door,
    started,
    refused,
    gone,
    startedIds: () => started.map(({ id }) => id),
    refusedIds: () => refused.map(({ id }) => id),
    waits: (caller: string) => started.filter(one => one.caller === caller).map(({ waitedMs }) => waitedMs),
    enter(count = 1, caller = 'a merchant') {
      for (let i = 0; i < count; i++) {
        const id = ++arrived
        const cameAtMs = nowMs
        door.enter({
          caller,
          start: () => {
            const one = { id, caller, waitedMs: nowMs - cameAtMs }
            started.push(one)
            working.push(one)
          },
          refuse: () => refused.push({ id, caller }),
          hasLeft: () => gone.has(id),
        })
      }
    },
    /** Answers the requests in progress, oldest first, and returns them. */
    finish(count = 1): Started[] {
      const done: Started[] = []
      for (let i = 0; i < count; i++) {
        const one = working.shift()
        if (!one) break
        done.push(one)
        door.leave(one.caller)
        door.startWaiting()
      }
      return done
    },
    /** Many requests in one turn of the event loop: they enter before the line moves. */
    enterTogether(count: number) {
      isHeld = true
      test.enter(count)
      isHeld = false
      door.startWaiting()
    },
    pass(ms: number) {
      nowMs += ms
    },
  }
  return test
}

describe('a door', () => {
  it('works on as many requests as it can and lets the others wait, first come, first served', () => {
    const { enter, startedIds, refused, finish } = doorFor(2)
    enter(5)
    expect(startedIds()).toEqual([1, 2])
    finish()
    expect(startedIds()).toEqual([1, 2, 3])
    finish(2)
    expect([startedIds(), refused]).toEqual([[1, 2, 3, 4, 5], []])
  })

  it('takes a burst of five thousand without a refusal', () => {
    const { enter, refused, started, finish } = doorFor(2)
    enter(5000)
    finish(5000)
    expect([started.length, refused]).toEqual([5000, []])
  })

  it('has room for another request whenever one waits outside', async () => {
    const { door, enter, startedIds } = doorFor(2)
    enter(3)
    let answer = (_value: string) => {}
    const waited = door.outside(
      new Promise<string>(resolve => {
        answer = resolve
      }),
    )
    door.startWaiting()
    expect(startedIds()).toEqual([1, 2, 3])
    answer('from the processor')
    expect(await waited).toBe('from the processor')
    enter()
    door.startWaiting()
    expect(startedIds()).toEqual([1, 2, 3])
  })

  it('has no more requests in flight than its budget, wherever they wait', () => {
    const { door, enter, finish, startedIds } = doorFor(2, { maxInFlight: 3 })
    for (const caller of ['a', 'b', 'c', 'd']) {
      enter(1, caller)
      void door.outside(new Promise(() => {}))
    }
    expect(startedIds()).toEqual([1, 2, 3])
    finish()
    expect(startedIds()).toEqual([1, 2, 3, 4])
  })

  it('spends nothing on a caller that has left the line', () => {
    const { enter, startedIds, gone, finish } = doorFor(2)
    enter(4)
    gone.add(3)
    finish()
    expect(startedIds()).toEqual([1, 2, 4])
  })

  it('lets no request wait forever', () => {
    const { door, enter, refusedIds, pass } = doorFor(2)
    enter(4)
    pass(10_000)
    door.sweep()
    expect(refusedIds()).toEqual([3, 4])
  })
})

describe('callers of one door', () => {
  it('take turns, each with its own first', () => {
    const { enter, finish, started } = doorFor(2)
    enter(100, 'flood')
    enter(2, 'one')
    enter(1, 'other')
    finish(5)
    expect(started.map(({ caller }) => caller)).toEqual([
      'flood',
      'flood',
      'flood',
      'one',
      'other',
      'flood',
      'one',
    ])
  })

  it('are not refused, and hardly wait, while another one sends twice the door’s capacity', () => {
    const { enter, finish, pass, refused, waits } = doorFor(2)
    for (let at = 0; at < 10_000; at += 10) {
      pass(10)
      enter(2, 'flood')
      if (at % 100 === 0) enter(1, 'quiet')
      finish()
    }
    expect(new Set(refused.map(({ caller }) => caller))).toEqual(new Set(['flood']))
    expect([waits('quiet').length, Math.max(...waits('quiet'))]).toEqual([100, expect.any(Number)])
    expect(Math.max(...waits('quiet'))).toBeLessThanOrEqual(50)
  })

  it('leave places to others if all of theirs wait outside', () => {
    const { door, enter, refused, waits } = doorFor(2, { maxInFlight: 8 })
    for (let i = 0; i < 10; i++) {
      enter(1, 'flood')
      void door.outside(new Promise(() => {}))
    }
    enter(2, 'quiet')
    expect([waits('flood').length, waits('quiet').length, refused.length]).toEqual([6, 2, 4])
  })
})

describe('a machine with little CPU time for us', () => {
  /** For twenty seconds, each caller sends its next request as soon as it has an answer. */
  function callersThatWait(
    callers: number,
    { perSecond, everyMs, budget = {} }: { perSecond: number; everyMs: number; budget?: object },
  ) {
    const test = doorFor(16, budget)
    test.enter(callers)
    let owed = 0
    for (let at = 0; at < 20_000; at += everyMs) {
      test.pass(everyMs)
      test.door.sweep()
      owed += (perSecond * everyMs) / 1000
      for (; owed >= 1; owed -= 1) test.enter(test.finish().length)
    }
    return { refused: test.refused.length, longestMs: Math.max(...test.waits('a merchant')) }
  }

  it.each([10, 100, 400, 1000])(
    'refuses none of 64 that wait their turn, 130 a second, run every %d ms',
    everyMs => {
      const { refused, longestMs } = callersThatWait(64, { perSecond: 130, everyMs })
      expect(refused).toBe(0)
      expect(longestMs).toBeLessThan(500 + everyMs)
    },
  )

  it('refuses none of 32 webhooks at a time, 13 a second', () => {
    const budget = fixedLimits.doors.webhooks
    expect(callersThatWait(32, { perSecond: 13, everyMs: 100, budget }).refused).toBe(0)
  })
})

describe('twice the capacity of a door', () => {
  /** Every ten milliseconds, one request finishes and two arrive. */
  function overload({ enter, finish, pass }: ReturnType<typeof doorFor>, ms: number): void {
    for (let at = 0; at < ms; at += 10) {
      pass(10)
      enter(2)
      finish()
    }
  }

  it('is refused where it would wait for more than half a second, and served otherwise', () => {
    const test = doorFor(2)
    overload(test, 10_000)
    const waits = test.waits('a merchant')
    expect(Math.max(...waits.slice(waits.length / 2))).toBeLessThanOrEqual(600)
    expect(Math.min(...waits.slice(waits.length / 2))).toBeGreaterThanOrEqual(400)
    expect(test.started.length).toBeGreaterThan(990)
    expect(test.refused.length).toBeGreaterThan(900)
  })

  it('has no after-effect: the next request is let in at once', () => {
    const test = doorFor(2)
    overload(test, 5000)
    test.finish(100)
    const before = { started: test.started.length, refused: test.refused.length }
    test.enter(2)
    expect([test.started.length, test.refused.length]).toEqual([before.started + 2, before.refused])
  })

  it('has no lasting effect: after some quiet seconds, a burst may wait in line again', () => {
    const test = doorFor(2)
    overload(test, 5000)
    test.finish(100)
    test.pass(5000)
    test.enter()
    test.finish(3)
    const before = test.refused.length
    test.enterTogether(500)
    test.pass(500)
    test.enter(50)
    expect(test.refused.length).toBe(before)
  })

  it('does not count as a stuck door', () => {
    const test = doorFor(2)
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
