import { monitorEventLoopDelay } from 'node:perf_hooks'

const sampleMs = 500

/**
 * Whether the process is behind with its work for some time. A single stall, such as a garbage collection or the
 * start itself, is no overload, so two samples in a row must say so.
 */
export function watchEventLoop(maxDelayMs: number): { isBehind(): boolean; stop(): void } {
  const delays = monitorEventLoopDelay({ resolution: 20 })
  delays.enable()
  let samplesBehind = 0
  const timer = setInterval(() => {
    const meanMs = delays.count > 0 ? delays.mean / 1e6 : 0
    samplesBehind = meanMs > maxDelayMs ? samplesBehind + 1 : 0
    delays.reset()
  }, sampleMs).unref()
  return {
    isBehind: () => samplesBehind >= 2,
    stop() {
      clearInterval(timer)
      delays.disable()
    },
  }
}
