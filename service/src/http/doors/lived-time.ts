export interface LivedTime {
  /** Milliseconds. */
  now(): number
  stop(): void
}

const everyMs = 100

/**
 * A clock that stands still while the process does. On a starved machine, or one that was suspended, what clients have
 * sent waits to be read: they must not be called late for that.
 */
export function createLivedTime(): LivedTime {
  let lived = 0
  let lastMs = performance.now()
  const timer = setInterval(() => {
    const ms = performance.now()
    lived += Math.min(ms - lastMs, 2 * everyMs)
    lastMs = ms
  }, everyMs).unref()
  return { now: () => lived, stop: () => clearInterval(timer) }
}
