interface LivedTime {
  /** Milliseconds. */
  now(): number
  tick(): void
}

/**
 * A clock that stands still while the process does. On a starved machine, or one that was suspended, what clients have
 * sent waits to be read: they must not be called late for that. To be ticked every so many milliseconds.
 */
export function createLivedTime(everyMs: number): LivedTime {
  let lived = 0
  let lastMs = performance.now()
  return {
    now: () => lived,
    tick() {
      const ms = performance.now()
      lived += Math.min(ms - lastMs, 2 * everyMs)
      lastMs = ms
    },
  }
}
