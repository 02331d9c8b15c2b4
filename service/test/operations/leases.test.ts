import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Db } from '../../src/db/db.ts'
import { keepLeases } from '../../src/operations/leases.ts'
import type { Lease } from '../../src/operations/operation.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const leaseMs = 3000

interface Renewal {
  items: string[]
  at: number
}

/** Begins and ends work, and records every renewal. */
function keeper(renew: (items: string[]) => Promise<void> = async () => {}) {
  const renewals: Renewal[] = []
  const db = { engine: { isOne: true } } as Db
  const kept = keepLeases(db, async (_db, leases) => {
    const items = leases.map(({ leaseId }) => leaseId)
    renewals.push({ items, at: performance.now() })
    await renew(items)
  })
  const begin = (item: string) => {
    let end = () => {}
    const ended = new Promise<void>(resolve => {
      end = resolve
    })
    const over = kept.hold({ leaseId: item } as Lease, () => ended)
    return async () => {
      end()
      await over
    }
  }
  const timesOf = (item: string) => renewals.filter(({ items }) => items.includes(item)).map(({ at }) => at)
  return { kept, renewals, begin, timesOf }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('the leases of short work are never renewed, however many there are', async () => {
  const { begin, renewals } = keeper()
  const underway: (() => Promise<void>)[] = []
  for (let i = 0; i < 500; i++) {
    underway.push(begin(`short ${i}`))
    await pass(10)
    if (underway.length > 40) await underway.shift()?.()
  }
  expect(renewals).toEqual([])
})

it('the lease of long work is renewed four times during its term, whenever it began', async () => {
  const { begin, timesOf } = keeper()
  const begun = new Map<string, number>()
  for (let i = 0; i < 60; i++) {
    begun.set(`long ${i}`, performance.now())
    begin(`long ${i}`)
    await pass(17)
  }
  await pass(10_000)
  for (const [item, at] of begun) {
    const times = [at, ...timesOf(item), performance.now()]
    const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(leaseMs / 4)
  }
})

it('leases begun at different times are renewed at different times, not all at once', async () => {
  const { begin, renewals } = keeper()
  for (let i = 0; i < 100; i++) {
    begin(`long ${i}`)
    await pass(10)
  }
  await pass(3000)
  expect(Math.max(...renewals.map(({ items }) => items.length))).toBeLessThan(40)
})

it('a failed renewal is repeated before the lease ends', async () => {
  let isBroken = true
  const { begin, timesOf } = keeper(async () => {
    if (isBroken) throw new Error('the database is unreachable')
  })
  begin('long')
  await pass(1500)
  isBroken = false
  expect(timesOf('long').length).toBeGreaterThan(2)
  await pass(250)
  const repaired = timesOf('long').length
  await pass(250)
  expect(timesOf('long')).toHaveLength(repaired)
})

it('a hanging renewal is not repeated, and delays no other', async () => {
  const { begin, timesOf } = keeper(items =>
    items.includes('hangs') ? new Promise(() => {}) : Promise.resolve(),
  )
  begin('hangs')
  await pass(750)
  begin('good')
  await pass(3000)
  expect(timesOf('hangs')).toHaveLength(1)
  expect(timesOf('good').length).toBeGreaterThan(2)
})

it('nothing is renewed after the work has ended or failed, and nothing keeps waiting', async () => {
  const { kept, begin, renewals } = keeper()
  const end = begin('well')
  let fail = (_error: Error) => {}
  const badly = kept.hold(
    { leaseId: 'badly' } as Lease,
    () => new Promise((_resolve, reject) => (fail = reject)),
  )
  await pass(1000)
  expect(new Set(renewals.flatMap(({ items }) => items))).toEqual(new Set(['well', 'badly']))
  const before = renewals.length
  await end()
  fail(new Error('no'))
  await expect(badly).rejects.toThrow('no')
  await pass(3000)
  expect(renewals).toHaveLength(before)
  expect(vi.getTimerCount()).toBe(0)
})

it('work that ends during its renewal no longer holds its lease', async () => {
  let renewed = () => {}
  const { begin, timesOf } = keeper(() => new Promise(resolve => (renewed = resolve)))
  const end = begin('late')
  await pass(750)
  expect(timesOf('late')).toHaveLength(1)
  await end()
  renewed()
  await pass(3000)
  expect(timesOf('late')).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})
