import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { TracingSettings } from '../settings/tracing.ts'
import { createExporter, type Exporter } from './exporter.ts'
import type { EndedSpan } from './otlp.ts'
import { current, runIn, type Span } from './span.ts'
import { formatTraceparent, isW3cTraceId, parseTraceparent, type SpanContext } from './traceparent.ts'

export type Tracer = ReturnType<typeof createTracer>

type Wanted = Pick<EndedSpan, 'name' | 'kind' | 'attributes'> & {
  /** The traceparent that was stored. */
  parent: string | null
}

const newId = (bytes: number) => randomBytes(bytes).toString('hex')

export function createTracer(settings: TracingSettings, log: FastifyBaseLogger) {
  const exporter = createExporter(settings, log)
  const { isParentBased, ratio } = settings.sampler
  // according to W3C, the last 56 bits are random
  const isSampled = (traceId: string) => Number.parseInt(traceId.slice(-14), 16) < ratio * 2 ** 56
  const begin = (wanted: Omit<Begun, 'startMs'>) =>
    recorded(exporter, { ...wanted, startMs: Date.now() }, performance.now())
  const root = (traceId = newId(16)) => {
    return { traceId, spanId: newId(8), isSampled: isSampled(traceId), parentId: null }
  }
  const under = ({ spanId, ...context }: SpanContext) => {
    return { ...context, spanId: newId(8), parentId: spanId }
  }
  return {
    /** Continues the caller's trace if it sent a traceparent; otherwise starts one, with this id if it is valid. */
    startRequest(name: string, { traceparent, traceId }: { traceparent: unknown; traceId: string }): Span {
      const caller = parseTraceparent(traceparent)
      const own = root(isW3cTraceId(traceId) ? traceId : undefined)
      const decided = caller && {
        ...under(caller),
        isSampled: isParentBased ? caller.isSampled : isSampled(caller.traceId),
      }
      return begin({ ...(decided ?? own), name, kind: 'server', attributes: {}, link: null })
    },
    /** Does the work in a child of the stored span, or else of the current one, or else in a new trace. */
    async run<Result>({ parent, ...wanted }: Wanted, work: (span: Span) => Promise<Result>): Promise<Result> {
      const stored = parseTraceparent(parent)
      const around = current.getStore()
      const aroundIt = parseTraceparent(around?.traceparent)
      const context = stored ?? aroundIt
      const link = stored && aroundIt?.spanId !== stored.spanId ? aroundIt : null
      const span = begin({ ...(context ? under(context) : root()), ...wanted, link })
      return await runIn(span, () => work(span))
    },
    newTraceId: () => newId(16),
    metrics: exporter.metrics,
    /** Sends the remaining spans if the collector accepts them at once. */
    stop: exporter.stop,
  }
}

type Begun = Omit<EndedSpan, 'endMs' | 'fault'>

function recorded(exporter: Exporter, begun: Begun, startedAt: number): Span {
  let fault: string | null = null
  return {
    get traceparent() {
      return formatTraceparent(begun)
    },
    /** All times of a trace derive from one reading of the clock, so they stay in order even if the clock is set. */
    child(name, kind, attributes = {}) {
      const { traceId, spanId: parentId, isSampled, startMs } = begun
      const now = performance.now()
      const at = startMs + now - startedAt
      const context = { traceId, spanId: newId(8), isSampled, parentId }
      return recorded(exporter, { ...context, name, kind, attributes, link: null, startMs: at }, now)
    },
    set(attributes) {
      begun.attributes = { ...begun.attributes, ...attributes }
    },
    fail(reason) {
      fault = reason
    },
    end() {
      if (!begun.isSampled) return
      exporter.add({ ...begun, endMs: begun.startMs + performance.now() - startedAt, fault })
    },
  }
}
