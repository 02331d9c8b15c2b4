/** The requests of one key since its window began. */
interface Window {
  startMs: number
  endMs: number
  count: number
  /** Cost beyond the number of requests. */
  extra: number
}

/** Keeps the open window of each key. The oldest are dropped when they have ended, or when there are too many. */
export function createWindows(lengthMs: number, maxKeys: number): (key: string, nowMs: number) => Window {
  const windows = new Map<string, Window>()
  return (key, nowMs) => {
    const open = windows.get(key)
    if (open && open.endMs > nowMs) return open
    windows.delete(key)
    for (const [other, { endMs }] of windows) {
      if (endMs > nowMs && windows.size < maxKeys) break
      windows.delete(other)
    }
    const window = { startMs: nowMs, endMs: nowMs + lengthMs, count: 0, extra: 0 }
    windows.set(key, window)
    return window
  }
}
