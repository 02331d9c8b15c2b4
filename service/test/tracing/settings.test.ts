import { expect, it } from 'vitest'
import { type Env, faultsOf, ignoredSettings, readConfig } from '../../src/config.ts'
import { sourcesIn } from '../support/modules.ts'
import { testEnv } from '../support/service.ts'

const base = testEnv('postgres://user@db.example/svcpay')
const tracingOf = (env: Env) => readConfig({ ...base, ...env }, 'serve').tracing
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318/' }

it.each([
  [{}],
  [{ OTEL_SERVICE_NAME: 'pay', OTEL_TRACES_SAMPLER: 'always_on' }],
  [{ ...endpoint, OTEL_SDK_DISABLED: 'true' }],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }],
])('tracing is off with %j', env => {
  expect(tracingOf(env)).toBeNull()
})

it('tracing is loaded only if it is on', () => {
  const importing = /^import \{(?! type )[^}]*\} from '[./]*tracing\/(tracer|exporter|otlp)\.ts'/m
  const sources = sourcesIn('service/src').filter(({ path }) => !path.includes('/tracing/'))
  expect(sources.filter(({ text }) => importing.test(text)).map(({ path }) => path)).toEqual([])
  expect(sources.filter(({ text }) => text.includes("import('./tracing/tracer.ts')")).length).toBe(1)
})

it('tracing needs only a collector', () => {
  expect(tracingOf(endpoint)).toEqual({
    url: 'http://collector.example:4318/v1/traces',
    headers: {},
    timeoutMs: 10_000,
    serviceName: 'svcpay',
    resource: {},
    sampler: { isParentBased: true, ratio: 1 },
    queue: { maxSpans: 2048, maxInBatch: 512, delayMs: 5000 },
  })
  expect(tracingOf({ OTEL_TRACES_EXPORTER: 'otlp' })?.url).toBe('http://localhost:4318/v1/traces')
})

it('every setting has its effect', () => {
  const env = {
    ...endpoint,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in?tenant=1',
    OTEL_EXPORTER_OTLP_HEADERS: 'a=1',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'authorization=Basic%20abc==, x-tenant = pay',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    OTEL_SERVICE_NAME: 'payments',
    OTEL_RESOURCE_ATTRIBUTES: 'service.namespace=shop,team=caf%C3%A9',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    OTEL_BSP_MAX_QUEUE_SIZE: '100',
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  }
  expect(tracingOf(env)).toEqual({
    url: 'https://traces.example/in?tenant=1',
    headers: { authorization: 'Basic abc==', 'x-tenant': 'pay' },
    timeoutMs: 500,
    serviceName: 'payments',
    resource: { 'service.namespace': 'shop', team: 'café' },
    sampler: { isParentBased: true, ratio: 0.25 },
    queue: { maxSpans: 100, maxInBatch: 10, delayMs: 50 },
  })
  expect(ignoredSettings({ ...base, ...env })).toEqual([])
})

it.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_TRACES_EXPORTER', 'zipkin'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret-without-a-name'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a=%zz'],
])('an invalid %s is refused, without showing its value', (name, value) => {
  const faults = faultsOf(() => tracingOf({ ...endpoint, [name]: value }))
  expect(faults).toEqual([expect.stringContaining(name)])
  expect(faults.join()).not.toContain(value)
})

it('other settings of OpenTelemetry are reported as unknown', () => {
  expect(ignoredSettings({ ...base, OTEL_METRICS_EXPORTER: 'otlp' })).toEqual([
    'OTEL_METRICS_EXPORTER is not a setting and has no effect.',
  ])
})
