import type { FastifyBaseLogger } from 'fastify'
import { Counter } from 'prom-client'
import { Agent } from 'undici'
import { call } from '../call.ts'
import { within } from '../patience.ts'
import type { TracingSettings } from '../settings/tracing.ts'
import { version } from '../settings/version.ts'
import { type EndedSpan, encodeSpans } from './otlp.ts'

export type Exporter = ReturnType<typeof createExporter>

/** Statuses after which the collector may accept the spans later. */
const retryableStatuses = new Set([408, 429, 502, 503, 504])
const stopPatienceMs = 1000

/**
 * Sends spans in batches, one at a time. Spans that the collector does not accept wait for a retry, up to a limit; the
 * rest are counted and dropped. Nothing waits for a span.
 */
export function createExporter(settings: TracingSettings, log: FastifyBaseLogger) {
  const { maxSpans, maxInBatch, delayMs } = settings.queue
  const { origin, pathname, search } = new URL(settings.url)
  const { timeoutMs } = settings
  const agent = new Agent({ connections: 1, headersTimeout: 0, bodyTimeout: 0 })
  const headers = { ...settings.headers, 'content-type': 'application/json' }
  const resource = { ...settings.resource, 'service.name': settings.serviceName, 'service.version': version }
  const spans = new Counter({
    name: 'svcpay_trace_spans_total',
    help: 'Spans by outcome: sent to the collector, or dropped',
    labelNames: ['outcome'] as const,
    registers: [],
  })
  for (const outcome of ['sent', 'dropped']) spans.inc({ outcome }, 0)
  let waiting: EndedSpan[] = []
  let timer: NodeJS.Timeout | null = null
  let sending: Promise<void> | null = null
  let isFailing = false

  function sendLater(): void {
    timer ??= setTimeout(() => {
      timer = null
      void sendNow()
    }, delayMs).unref()
  }

  function sendNow(): Promise<void> {
    sending ??= sendBatches().finally(() => {
      sending = null
      if (waiting.length > 0) sendLater()
    })
    return sending
  }

  async function sendBatches(): Promise<void> {
    do {
      await sendBatch(waiting.slice(0, maxInBatch))
    } while (!isFailing && waiting.length >= maxInBatch)
  }

  async function sendBatch(batch: EndedSpan[]): Promise<void> {
    const fault = await send(batch).catch(error => ({
      isRetryable: true,
      reason: String(error.code ?? error.name),
    }))
    if (fault && !isFailing) log.warn({ reason: fault.reason }, 'could not send spans to the collector')
    if (!fault && isFailing) log.info('spans are being sent to the collector again')
    isFailing = fault !== null
    if (fault?.isRetryable) return
    waiting = waiting.slice(batch.length)
    spans.inc({ outcome: fault ? 'dropped' : 'sent' }, batch.length)
  }

  async function send(batch: EndedSpan[]): Promise<{ isRetryable: boolean; reason: string } | null> {
    const body = JSON.stringify(encodeSpans(batch, resource))
    const request = { origin, path: pathname + search, method: 'POST' as const, headers, body }
    const late = () => Object.assign(new Error('no answer in time'), { code: 'ETIMEOUT' })
    const { status } = await call(agent, request, { timeoutMs, late, keptBytes: 0, maxBytes: 65_536 })
    if (status >= 200 && status < 300) return null
    return { isRetryable: retryableStatuses.has(status), reason: `HTTP ${status}` }
  }

  return {
    add(span: EndedSpan) {
      if (waiting.length >= maxSpans) return spans.inc({ outcome: 'dropped' })
      waiting.push(span)
      if (waiting.length >= maxInBatch && !isFailing) void sendNow()
      else sendLater()
    },
    metrics: [spans],
    async stop(): Promise<void> {
      const sendRest = async () => {
        do await sendNow()
        while (waiting.length > 0 && !isFailing)
      }
      if (waiting.length > 0) await within(stopPatienceMs, sendRest()).catch(() => {})
      if (timer) clearTimeout(timer)
      await agent.destroy()
    },
  }
}
