interface Due {
  readonly dueAt: number
  readonly seq: number
}

export interface DueQueue<T extends Due> {
  push(item: T): void
  peek(): T | undefined
  pop(): T | undefined
  clear(): void
}

/** A binary heap: the first to fall due comes first; among equals, the older. */
export function createQueue<T extends Due>(): DueQueue<T> {
  const heap: T[] = []

  function isBefore(a: number, b: number): boolean {
    const first = heap[a]
    const second = heap[b]
    if (!first || !second) return first !== undefined
    return first.dueAt === second.dueAt ? first.seq < second.seq : first.dueAt < second.dueAt
  }

  function swap(a: number, b: number): void {
    const first = heap[a]
    const second = heap[b]
    if (!first || !second) return
    heap[a] = second
    heap[b] = first
  }

  return {
    push(item) {
      heap.push(item)
      for (let at = heap.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1
        if (!isBefore(at, parent)) return
        swap(at, parent)
        at = parent
      }
    },
    peek: () => heap[0],
    pop() {
      const first = heap[0]
      const last = heap.pop()
      if (!last || heap.length === 0) return first
      heap[0] = last
      for (let at = 0; ; ) {
        const left = at * 2 + 1
        const smaller = left + 1 < heap.length && isBefore(left + 1, left) ? left + 1 : left
        if (smaller >= heap.length || !isBefore(smaller, at)) return first
        swap(at, smaller)
        at = smaller
      }
    },
    clear() {
      heap.length = 0
    },
  }
}
