import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { longestWaitMs } from '../../../vitest.waits.ts'
import { startCollector } from '../support/collector.ts'
import { createDatabase } from '../support/database.ts'
import { startService, type TestService } from '../support/service.ts'

const database = await createDatabase()
afterAll(database.drop)
const collector = await startCollector()

const settings = {
  OTEL_BSP_SCHEDULE_DELAY: '20',
  OTEL_BSP_MAX_QUEUE_SIZE: '10',
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '5',
}

const start = (url: string, env = {}) =>
  startService(database.url, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, ...settings, ...env } })

const ask = async (service: TestService, times: number) => {
  const answers = await Promise.all(Array.from({ length: times }, () => service.call('GET', '/nope')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
}

async function counted(service: TestService) {
  const { text } = await service.call('GET', '/metrics', { operator: true })
  const of = (outcome: string) =>
    Number(new RegExp(`svcpay_trace_spans_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1])
  return { sent: of('sent'), dropped: of('dropped') }
}

const warnings = (service: TestService) =>
  service.logged
    .map(line => JSON.parse(line))
    .filter(({ msg }) => msg === 'could not send spans to the collector')

async function startSilent(): Promise<string> {
  const server = createServer(socket => socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

it.each([
  ['is down', async () => 'http://127.0.0.1:1'],
  ['does not answer', startSilent],
])('a collector that %s loses spans, which are counted, and nothing else', async (_what, urlOf) => {
  const service = await start(await urlOf(), { OTEL_EXPORTER_OTLP_TIMEOUT: '100' })
  await ask(service, 30)
  // the first call of a test also reads the API's documents
  await expect.poll(async () => (await counted(service)).dropped).toBeGreaterThanOrEqual(20)
  expect((await counted(service)).sent).toBe(0)
  await expect.poll(() => warnings(service)).toHaveLength(1)
  const startedAt = performance.now()
  await service.stop()
  expect(performance.now() - startedAt).toBeLessThan(longestWaitMs)
  expect(warnings(service), 'one warning, however often it fails').toHaveLength(1)
})

it('a full collector gets the waiting spans when it has room again', async () => {
  const service = await start(collector.url)
  collector.behave(response => response.writeHead(503, { 'retry-after': '1' }).end())
  await ask(service, 12)
  await expect.poll(() => warnings(service)).toMatchObject([{ reason: 'HTTP 503' }])
  const { dropped } = await counted(service)
  expect(collector.spans).toEqual([])
  collector.behave(null)
  await expect.poll(() => collector.spans.length + dropped).toBeGreaterThanOrEqual(12)
  expect(await counted(service)).toMatchObject({ dropped, sent: expect.any(Number) })
  expect(new Set(collector.spans.map(({ spanId }) => spanId)).size).toBe(collector.spans.length)
  await service.stop()
})

it('spans that the collector refuses permanently are dropped and not sent again', async () => {
  const service = await start(collector.url)
  collector.behave(response => response.writeHead(400).end())
  const before = collector.requests.length
  await ask(service, 1)
  await expect.poll(() => counted(service)).toEqual({ sent: 0, dropped: 1 })
  expect(collector.requests.length).toBe(before + 1)
  collector.behave(null)
  await service.stop()
})

it('a stop sends the remaining spans', async () => {
  const service = await start(collector.url, { OTEL_BSP_SCHEDULE_DELAY: '600000' })
  const { headers } = await service.call('GET', '/nope')
  await service.stop()
  expect(collector.of(headers.get('x-correlation-id') ?? '')).toHaveLength(1)
})

it.each([
  [{ OTEL_TRACES_SAMPLER: 'always_off' }, 0],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' }, 'some'],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '1' }, 40],
])('the sampler decides what is recorded: %j', async (env, expected) => {
  const service = await start(collector.url, { ...env, OTEL_BSP_MAX_QUEUE_SIZE: '100' })
  const answers = await Promise.all(Array.from({ length: 40 }, () => service.call('GET', '/nope')))
  await service.stop()
  const recorded = answers.filter(
    ({ headers }) => collector.of(headers.get('x-correlation-id') ?? '').length > 0,
  )
  if (expected === 'some') {
    expect(recorded.length).toBeGreaterThan(4)
    expect(recorded.length).toBeLessThan(36)
  } else expect(recorded).toHaveLength(Number(expected))
})
