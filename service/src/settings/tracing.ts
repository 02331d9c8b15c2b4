import type { Reader } from './reader.ts'

export type TracingSettings = NonNullable<ReturnType<typeof readTracing>>

const samplers = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const

/** The settings have OpenTelemetry's standard names. Null if no collector is set, or tracing is off. */
export function readTracing(read: Reader) {
  const exporter = read.oneOf('OTEL_TRACES_EXPORTER', ['otlp', 'none'], 'none')
  const isNamed = read.optional('OTEL_TRACES_EXPORTER') !== null
  const isDisabled = read.boolean('OTEL_SDK_DISABLED', false)
  const base = read.optionalUrl('OTEL_EXPORTER_OTLP_ENDPOINT')
  const url = read.optionalUrl('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')
  const settings = {
    url: url ?? `${(base ?? 'http://localhost:4318').replace(/\/$/, '')}/v1/traces`,
    headers: pairs(read, 'OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'OTEL_EXPORTER_OTLP_HEADERS'),
    timeoutMs: read.integer('OTEL_EXPORTER_OTLP_TIMEOUT', 10_000, 1, 600_000),
    serviceName: read.text('OTEL_SERVICE_NAME', 'svcpay'),
    resource: pairs(read, 'OTEL_RESOURCE_ATTRIBUTES'),
    sampler: readSampler(read),
    queue: {
      maxSpans: read.integer('OTEL_BSP_MAX_QUEUE_SIZE', 2048, 1, 1_000_000),
      maxInBatch: read.integer('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512, 1, 100_000),
      delayMs: read.integer('OTEL_BSP_SCHEDULE_DELAY', 5000, 1, 600_000),
    },
  }
  for (const name of ['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'])
    read.oneOf(name, ['http/json'], 'http/json')
  const isOn = isNamed ? exporter === 'otlp' : base !== null || url !== null
  return isOn && !isDisabled ? settings : null
}

/** Whether to follow the caller's decision, and the share of other traces to record. */
function readSampler(read: Reader) {
  const name = read.oneOf('OTEL_TRACES_SAMPLER', samplers, 'parentbased_always_on')
  const isRatio = name.endsWith('traceidratio')
  const text = read.required('OTEL_TRACES_SAMPLER_ARG', /^(0(\.\d+)?|1(\.0+)?)$/, 'must be from 0 to 1', '1')
  const ratio = isRatio ? Number(text) : Number(name.endsWith('always_on'))
  return { isParentBased: name.startsWith('parentbased_'), ratio }
}

/** Reads `name=value,name=value` from the first of these settings that is set. Values are percent-encoded. */
function pairs(read: Reader, ...names: string[]): Record<string, string> {
  const [name] = names.filter(one => read.optional(one) !== null)
  if (name === undefined) return {}
  const wanted = 'must be a list such as name=value,name=value, with percent-encoded values'
  const listed = read.list(name, /^[^=\s]+\s*=([^%]|%[0-9a-fA-F]{2})*$/, wanted)
  return Object.fromEntries(
    listed.map(one => {
      const at = one.indexOf('=')
      return [one.slice(0, at).trim(), decoded(one.slice(at + 1).trim())]
    }),
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
