export interface Windows {
  take(merchantId: string): void
  release(merchantId: string, answeredQuickly: boolean): void
  /** An attempt has no answer yet and is late. */
  shrink(merchantId: string): void
  /** How many more may be sent to those endpoints that are known; to all others it is `first`. */
  rooms(): Record<string, number>
  /** Those that had nothing to send since the last call start small again. */
  forgetIdle(): void
}

/**
 * How many an endpoint may be sent at once: few at first, one more with each quick answer, few again when one is late.
 * So an endpoint that has become slow since it was last sent anything cannot hold many slots.
 */
export function createWindows({ first, most }: { first: number; most: number }): Windows {
  const windows = new Map<string, { size: number; inFlight: number; idle: boolean }>()
  return {
    take(merchantId) {
      const window = windows.get(merchantId) ?? { size: first, inFlight: 0, idle: false }
      windows.set(merchantId, { ...window, inFlight: window.inFlight + 1, idle: false })
    },
    release(merchantId, answeredQuickly) {
      const window = windows.get(merchantId)
      if (!window) return
      window.inFlight -= 1
      window.size = answeredQuickly ? Math.min(window.size + 1, most) : first
    },
    shrink(merchantId) {
      const window = windows.get(merchantId)
      if (window) window.size = first
    },
    rooms() {
      const room = ({ size, inFlight }: { size: number; inFlight: number }) => Math.max(0, size - inFlight)
      return Object.fromEntries([...windows].map(([merchantId, window]) => [merchantId, room(window)]))
    },
    forgetIdle() {
      for (const [merchantId, window] of windows) {
        if (window.inFlight > 0) continue
        if (window.idle) windows.delete(merchantId)
        window.idle = true
      }
    },
  }
}
