/** Waiting requests, in one queue per caller. Callers take turns, so that a flood delays only its own caller. */
export function createLine<Waiting>() {
  /** No queue is empty. The first one has the next turn. */
  const queues = new Map<string, Waiting[]>()
  let length = 0

  return {
    length: () => length,
    join(caller: string, waiting: Waiting): void {
      const queue = queues.get(caller)
      if (queue) queue.push(waiting)
      else queues.set(caller, [waiting])
      length += 1
    },
    /** Takes the first request of the caller whose turn it is. */
    next(): Waiting | undefined {
      const [turn] = queues
      if (!turn) return undefined
      const [caller, queue] = turn
      queues.delete(caller)
      const first = queue.shift()
      if (queue.length > 0) queues.set(caller, queue)
      length -= 1
      return first
    },
    /** How many requests start up to and including this caller's next one. */
    placeOf(caller: string): number {
      const own = (queues.get(caller)?.length ?? 0) + 1
      let place = own
      for (const [other, { length: theirs }] of queues) if (other !== caller) place += Math.min(theirs, own)
      return place
    },
    /** Takes requests from the front of each queue while `isOver`. */
    drop(isOver: (waiting: Waiting) => boolean): Waiting[] {
      const dropped: Waiting[] = []
      for (const [caller, queue] of queues) {
        const kept = queue.findIndex(waiting => !isOver(waiting))
        dropped.push(...queue.splice(0, kept < 0 ? queue.length : kept))
        if (queue.length === 0) queues.delete(caller)
      }
      length -= dropped.length
      return dropped
    },
  }
}
