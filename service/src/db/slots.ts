/** Counts who has how many statements in the database at a time: each owner, and all together. */
export interface Slots {
  isFree(owner: string, most: number): boolean
  /** Whoever takes one comes last when the next is free. */
  take(owner: string, whenFree: () => void): void
  release(owner: string): void
  join(whenFree: () => void): void
}

export function createSlots(mostInAll: number): Slots {
  // of however few there are, one is for others
  const mostOfOne = Math.max(1, mostInAll - 1)
  const taken = new Map<string, number>()
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
