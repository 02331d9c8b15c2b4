import { AsyncLocalStorage } from 'node:async_hooks'

export type Attributes = Record<string, string | number | boolean | null | undefined>

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'

/** A piece of work in a trace. */
export interface Span {
  /** How others name it, as W3C writes it. */
  readonly traceparent: string
  child(name: string, kind: SpanKind, attributes?: Attributes): Span
  set(attributes: Attributes): void
  /** Says what went wrong. */
  fail(fault: string): void
  end(): void
}

/** Each piece of work has one while it is traced. While tracing is off this is never used, and looking costs nothing. */
export const current = new AsyncLocalStorage<Span>()

export const currentTraceparent = (): string | null => current.getStore()?.traceparent ?? null

/** Says more of the span that is current. */
export function describeSpan(attributes: Attributes): void {
  current.getStore()?.set(attributes)
}

/** Does the work in a span under the current one, if there is one. */
export async function inSpan<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = current.getStore()?.child(name, 'internal', attributes)
  return span ? await runIn(span, work) : await work()
}

/** Does the work in a span, which ends with it. */
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

/** Messages may tell of customers, so that only the kind of the error leaves. */
function faultOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'Error')
}
