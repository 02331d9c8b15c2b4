import type { Processor } from './port.ts'

/** The same processor, which counts how often it is asked. */
export function counting(processor: Processor): { processor: Processor; take(): number } {
  let calls = 0
  const entries = Object.entries(processor).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value]
    const counted = (...args: unknown[]) => {
      const answer = value(...args)
      if (answer instanceof Promise) calls++
      return answer
    }
    return [name, counted]
  })
  return {
    processor: Object.fromEntries(entries),
    /** Since it was last taken. */
    take() {
      const taken = calls
      calls = 0
      return taken
    },
  }
}
