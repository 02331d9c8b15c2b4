import { AsyncLocalStorage } from 'node:async_hooks'

export type Attributes = Record<string, string | number | boolean | null | undefined>

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'

export interface Span {
  /** Identifies the span to other systems, in W3C notation. */
  readonly traceparent: string
  child(name: string, kind: SpanKind, attributes?: Attributes): Span
  set(attributes: Attributes): void
  fail(fault: string): void
  end(): void
}

/** The span of the work in progress. If tracing is off, it is never set, and looking it up costs nothing. */
export const current = new AsyncLocalStorage<Span>()

export const currentTraceparent = (): string | null => current.getStore()?.traceparent ?? null

export function describeSpan(attributes: Attributes): void {
  current.getStore()?.set(attributes)
}

export function inSpan<Result>(name: string, attributes: Attributes, work: () => Promise<Result>) {
  const span = current.getStore()?.child(name, 'internal', attributes)
  return span ? runIn(span, work) : work()
}

export async function runIn<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    return await current.run(span, work)
  } catch (error) {
    span.fail(faultOf(error))
    throw error
  } finally {
    span.end()
  }
}

/** Messages may contain customers' data, so only the kind of the error is exported. */
function faultOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'Error')
}
