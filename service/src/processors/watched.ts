import { current } from '../tracing/span.ts'
import type { Outcome } from './outcomes.ts'
import type { Processor } from './port.ts'
import type { createProcessorMetrics, ProcessorLabel } from './turns/in-turn.ts'

/** Wraps a port so that `make` makes each of its calls. */
function watched<Port extends object>(
  port: Port,
  make: (name: string, call: () => unknown) => unknown,
): Port {
  const entries = Object.entries(port).map(([name, value]) => {
    if (typeof value === 'object' && value !== null) return [name, watched(value, make)]
    if (typeof value !== 'function') return [name, value]
    return [name, (...args: unknown[]) => make(name, () => value(...args))]
  })
  return Object.fromEntries(entries)
}

type CallMetrics = Pick<ReturnType<typeof createProcessorMetrics>, 'calls' | 'callSeconds'>

/** Wraps a port to measure every call that has an outcome, with a span if its caller is traced. */
export function timed<Port extends object>(
  port: Port,
  { calls, callSeconds }: CallMetrics,
  processor: ProcessorLabel,
): Port {
  return watched(port, (name, call) => {
    const startedAt = performance.now()
    const span = current.getStore()?.child(`processor ${name}`, 'client')
    const answer = span ? current.run(span, call) : call()
    if (!(answer instanceof Promise)) return answer
    return answer.then((outcome: Outcome<unknown>) => {
      calls.inc({ outcome: outcome.kind, ...processor })
      const labels = { operation: name, outcome: outcome.kind, ...processor }
      callSeconds.observe(labels, (performance.now() - startedAt) / 1000)
      span?.set({ 'svcpay.outcome': outcome.kind })
      if (outcome.kind === 'unknown') span?.fail('unknown')
      span?.end()
      return outcome
    })
  })
}

/** Wraps a processor to count its calls. */
export function counting(processor: Processor): { processor: Processor; take(): number } {
  let calls = 0
  const counted = watched(processor, (_name, call) => {
    const answer = call()
    if (answer instanceof Promise) calls++
    return answer
  })
  return {
    processor: counted,
    /** The number of calls since the last `take`. */
    take() {
      const taken = calls
      calls = 0
      return taken
    },
  }
}
