export type Slots = ReturnType<typeof createSlots>

/** Counts the statements in the database, per owner and in all. */
export function createSlots(maxInAll: number) {
  // even if there are few, one is reserved for others
  const maxOfOne = Math.max(1, maxInAll - 1)
  const taken = new Map<string, number>()
  const members = new Set<() => void>()
  let inAll = 0
  return {
    /** The number of items that wait for a statement. */
    waiting: 0,
    isFree: (owner: string, most: number) =>
      inAll < maxInAll && (taken.get(owner) ?? 0) < Math.min(most, maxOfOne),
    /** An owner that takes a slot is the last to hear of the next free one. */
    take(owner: string, whenFree: () => void): void {
      inAll++
      taken.set(owner, (taken.get(owner) ?? 0) + 1)
      members.delete(whenFree)
      members.add(whenFree)
    },
    release(owner: string): void {
      inAll--
      const left = (taken.get(owner) ?? 1) - 1
      if (left > 0) taken.set(owner, left)
      else taken.delete(owner)
      for (const whenFree of [...members]) whenFree()
    },
    join: (whenFree: () => void) => void members.add(whenFree),
  }
}
