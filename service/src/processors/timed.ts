import type { Histogram } from 'prom-client'
import { current } from '../tracing/span.ts'
import type { ProcessorLabel } from './in-turn.ts'
import type { Outcome } from './outcomes.ts'

type Calls = Histogram<'operation' | 'outcome' | 'processor'>

/** The same port, with the time of every call that has an outcome, and a span for it if its caller is traced. */
export function timed<Port extends object>(port: Port, calls: Calls, processor: ProcessorLabel): Port {
  const entries = Object.entries(port).map(([name, value]) => {
    if (typeof value === 'object' && value !== null) return [name, timed(value, calls, processor)]
    if (typeof value !== 'function') return [name, value]
    const observed = (...args: unknown[]) => {
      const startedAt = performance.now()
      const span = current.getStore()?.child(`processor ${name}`, 'client')
      const answer = span ? current.run(span, () => value(...args)) : value(...args)
      if (!(answer instanceof Promise)) return answer
      return answer.then((outcome: Outcome<unknown>) => {
        const labels = { ...processor, operation: name, outcome: outcome.kind }
        calls.observe(labels, (performance.now() - startedAt) / 1000)
        span?.set({ 'svcpay.outcome': outcome.kind })
        if (outcome.kind === 'unknown') span?.fail('unknown')
        span?.end()
        return outcome
      })
    }
    return [name, observed]
  })
  return Object.fromEntries(entries)
}
