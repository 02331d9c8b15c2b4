/** Counts the statements in the database: of each owner, and in all. */
export interface Slots {
  isFree(owner: string, most: number): boolean
  /** The one that takes a slot comes last when the next is free. */
  take(owner: string, whenFree: () => void): void
  release(owner: string): void
  join(whenFree: () => void): void
  /** How many items wait for a statement of theirs. */
  waiting: number
}

export function createSlots(maxInAll: number): Slots {
  // however few there are, one is left for others
  const maxOfOne = Math.max(1, maxInAll - 1)
  const taken = new Map<string, number>()
  const members = new Set<() => void>()
  let inAll = 0
  return {
    waiting: 0,
    isFree: (owner, most) => inAll < maxInAll && (taken.get(owner) ?? 0) < Math.min(most, maxOfOne),
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
