import { performance } from 'node:perf_hooks'

interface LoopSample {
  /** Mean busy time of a turn of the event loop. */
  turnMs: number
  /** Mean time per request, without its waits for other systems. */
  ownMs: number
  isLimiting: boolean
}

/** Each turn of the event loop accepts one connection, so turns must be short for callers to be heard at all. */
const maxTurnMs = 10
const maxOwnMs = 200

/** More requests at a time while the event loop keeps up, fewer when its turns become long. */
export function nextConcurrency(
  current: number,
  { turnMs, ownMs, isLimiting }: LoopSample,
  { min, max }: { min: number; max: number },
): number {
  if (!isLimiting) return current
  return turnMs > maxTurnMs || ownMs > maxOwnMs
    ? Math.max(min, Math.floor(current * 0.9))
    : Math.min(max, Math.ceil(current * 1.05))
}

/** Returns the mean turn of the event loop since the last call. */
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
