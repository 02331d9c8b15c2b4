import { version } from '../settings/version.ts'
import type { Attributes, SpanKind } from './span.ts'
import type { SpanContext } from './traceparent.ts'

export interface EndedSpan extends SpanContext {
  parentId: string | null
  name: string
  kind: SpanKind
  attributes: Attributes
  link: SpanContext | null
  startMs: number
  endMs: number
  fault: string | null
}

const kinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, consumer: 5 }
const failed = 2

export function encodeSpans(spans: EndedSpan[], resource: Attributes): object {
  const scope = { name: 'svcpay', version }
  const scopeSpans = [{ scope, spans: spans.map(encodeSpan) }]
  return { resourceSpans: [{ resource: { attributes: encodeAttributes(resource) }, scopeSpans }] }
}

function encodeSpan(span: EndedSpan): object {
  const { traceId, spanId, parentId, name, kind, attributes, link, startMs, endMs, fault } = span
  return {
    traceId,
    spanId,
    ...(parentId ? { parentSpanId: parentId } : {}),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(endMs),
    attributes: encodeAttributes(fault === null ? attributes : { ...attributes, 'error.type': fault }),
    ...(link ? { links: [{ traceId: link.traceId, spanId: link.spanId }] } : {}),
    ...(fault === null ? {} : { status: { code: failed } }),
  }
}

/** Text, because the value is too large for a number. */
const nanoseconds = (ms: number) => `${Math.round(ms * 1000)}000`

function encodeAttributes(attributes: Attributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [{ key, value: encodeValue(value) }],
  )
}

function encodeValue(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
