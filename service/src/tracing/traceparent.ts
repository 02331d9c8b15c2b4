export interface SpanContext {
  traceId: string
  spanId: string
  isSampled: boolean
}

const shape = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Reads W3C Trace Context. Null if it is invalid; later versions may add fields at the end. */
export function parseTraceparent(text: unknown): SpanContext | null {
  const [, version, traceId, spanId, flags, more] = (typeof text === 'string' && shape.exec(text)) || []
  if (!traceId || !spanId || (version === '00' && more)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags ?? '0', 16) & 1) === 1 }
}

export function formatTraceparent({ traceId, spanId, isSampled }: SpanContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}

export const isW3cTraceId = (text: string): boolean => /^(?!0{32})[0-9a-f]{32}$/.test(text)
