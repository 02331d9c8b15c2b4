import { performance } from 'node:perf_hooks'

interface LoopSample {
  /** Mean time that a turn of the event loop was busy. */
  turnMs: number
  /** Mean time a request took, without what it waited for outside. */
  ownMs: number
  isLimiting: boolean
}

/** A turn of the event loop takes in one new connection, so turns must be short for callers to be heard at all. */
const turnAtMostMs = 10
const ownAtMostMs = 200

/** More at a time while the event loop has time for it, fewer when its turns become long. */
export function nextConcurrency(
  current: number,
  { turnMs, ownMs, isLimiting }: LoopSample,
  { min, max }: { min: number; max: number },
): number {
  if (!isLimiting) return current
  return turnMs > turnAtMostMs || ownMs > ownAtMostMs
    ? Math.max(min, Math.floor(current * 0.9))
    : Math.min(max, Math.ceil(current * 1.05))
}

/** Says how long the turns of the event loop were since it was asked last. */
export function watchTurns(): () => number {
  let utilization = performance.eventLoopUtilization()
  let turns = performance.nodeTiming.uvMetricsInfo.loopCount
  return () => {
    const [nowUtilization, nowTurns] = [
      performance.eventLoopUtilization(),
      performance.nodeTiming.uvMetricsInfo.loopCount,
    ]
    const turnMs = (nowUtilization.active - utilization.active) / Math.max(1, nowTurns - turns)
    utilization = nowUtilization
    turns = nowTurns
    return turnMs
  }
}
