import type { Attempt } from './delivery-query.ts'

/** Each redelivery starts counting at one again. */
export function inCycles(log: readonly Attempt[]): (Attempt & { isAgain: boolean })[] {
  let isAgain = false
  return log.map((attempt, index) => {
    isAgain ||= attempt.attempt <= (log[index - 1]?.attempt ?? 0)
    return { ...attempt, isAgain }
  })
}
