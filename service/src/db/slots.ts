import type { Db } from './db.ts'

/** Counts who has how many statements in the database at a time: each owner, and all together. */
export interface Slots {
  isFree(owner: unknown, most: number): boolean
  /** Whoever takes one comes last when the next is free. */
  take(owner: unknown, whenFree: () => void): void
  release(owner: unknown): void
  join(whenFree: () => void): void
}

export function createSlots(mostInAll: number): Slots {
  // of however few there are, one is for others
  const mostOfOne = Math.max(1, mostInAll - 1)
  const taken = new Map<unknown, number>()
  const members = new Set<() => void>()
  let inAll = 0
  return {
    isFree: (owner, most) => inAll < mostInAll && (taken.get(owner) ?? 0) < Math.min(most, mostOfOne),
    take(owner, whenFree) {
      inAll++
      taken.set(owner, (taken.get(owner) ?? 0) + 1)
      members.delete(whenFree)
      members.add(whenFree)
    },
    release(owner) {
      inAll--
      const left = (taken.get(owner) ?? 1) - 1
      if (left > 0) taken.set(owner, left)
      else taken.delete(owner)
      for (const whenFree of [...members]) whenFree()
    },
    join: whenFree => void members.add(whenFree),
  }
}

const slots = new WeakMap<Db, Slots>()

/** Of all that work with a database. Some of its connections are left to what needs no slot. */
export function slotsOf(db: Db): Slots {
  const known = slots.get(db) ?? createSlots(Math.max(2, Math.floor(db.options.max * 0.8)))
  slots.set(db, known)
  return known
}
