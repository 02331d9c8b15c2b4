import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { type CollectedSpan, startCollector } from '../support/collector.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { type Receiver, refuse, startReceiver } from '../support/receiver.ts'

const collector = await startCollector()
const paying = usePaying({
  role: 'all',
  webhooks: true,
  env: {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=payments%20team',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_BSP_SCHEDULE_DELAY: '20',
  },
})

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const newCaller = (flags = '01') => {
  const [traceId, spanId] = [hex(16), hex(8)]
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-${flags}` } }
}

/** The spans of a trace, once these are among them. */
async function spansOf(traceId: string, ...names: string[]): Promise<CollectedSpan[]> {
  return await waitFor(
    () => {
      const spans = collector.of(traceId)
      expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
      return spans
    },
    { interval: 20 },
  )
}

const called = (spans: CollectedSpan[], name: string) => {
  const [span, ...others] = spans.filter(one => one.name === name)
  expect(others, name).toEqual([])
  if (!span) throw new Error(`no span ${name}`)
  return span
}

const search = async (q: string) => {
  const { body } = await paying.service.admin('GET', `/search?q=${q}`)
  return body.data.map(({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`)
}

const linesOf = (traceId: string) =>
  paying.service.logged.map(line => JSON.parse(line)).filter(line => line.traceId === traceId)

let receiver: Receiver

async function useReceiver(behavior?: Parameters<typeof startReceiver>[0]) {
  receiver = await startReceiver(behavior)
  await paying.service.admin('PUT', `/merchants/${paying.merchant.merchantId}/callback`, {
    url: receiver.url,
  })
}

beforeAll(() => expect(paying.service.config.tracing).not.toBeNull())

it('one trace leads from the call to the processor, its webhook and the callback', async () => {
  await useReceiver()
  const { id } = await paying.pay()
  const caller = newCaller()
  const path = `/payments/${id}/refund`
  const answer = await paying.post(
    path,
    { amountCents: 700 },
    { ...caller.headers, 'idempotency-key': newKey() },
  )
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-correlation-id')).toBe(caller.traceId)

  const spans = await spansOf(caller.traceId, 'event charge.refunded', 'callback charge.refunded')
  const request = called(spans, 'POST /v1/payments/:id/refund')
  const operation = called(spans, 'operation refund')
  const processor = called(spans, 'processor refundPayment')
  const event = called(spans, 'event charge.refunded')
  const callback = called(spans, 'callback charge.refunded')
  expect([request, operation, processor, event, callback].map(span => span.parentSpanId)).toEqual([
    caller.spanId,
    request.spanId,
    operation.spanId,
    operation.spanId,
    event.spanId,
  ])
  expect(request.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/v1/payments/:id/refund',
    'http.response.status_code': 200,
    'svcpay.trace_id': caller.traceId,
  })
  expect(operation.attributes).toMatchObject({ 'svcpay.payment_id': id, 'svcpay.attempt': 1 })
  expect(processor.attributes).toEqual({ 'svcpay.outcome': 'done' })
  expect(event.attributes).toMatchObject({ 'svcpay.forwarded': true })
  expect(callback.attributes).toMatchObject({ 'http.response.status_code': 200, 'svcpay.attempt': 1 })
  expect(processor.start >= operation.start && processor.end <= operation.end).toBe(true)
  expect(request.resource).toMatchObject({
    'service.name': 'svcpay',
    'deployment.environment.name': 'test',
  })

  const received = receiver.received.find(({ headers }) => headers['svc-event-type'] === 'charge.refunded')
  expect(received?.headers.traceparent).toBe(`00-${caller.traceId}-${callback.spanId}-01`)

  // the webhook has a trace of its own, and the event's span links to it
  const [link] = event.links
  const [webhook] = await spansOf(link?.traceId ?? '', 'POST /webhooks/processor')
  expect(webhook?.spanId).toBe(link?.spanId)
  expect(webhook?.traceId).not.toBe(caller.traceId)

  const kinds = await search(caller.traceId)
  expect(kinds).toEqual(
    expect.arrayContaining([
      `payment ${id}`,
      `operation ${operation.attributes['svcpay.operation_id']}`,
      `event ${event.attributes['svcpay.event_id']}`,
    ]),
  )
  expect(linesOf(caller.traceId)).toContainEqual(expect.objectContaining({ msg: 'request', status: 200 }))
  expect(collector.requests.at(-1)).toMatchObject({
    path: '/v1/traces',
    headers: { 'x-tenant': 'payments team', 'content-type': 'application/json' },
  })
})

it('later events by the customer belong to the trace that created the payment', async () => {
  await useReceiver(refuse(500))
  const caller = newCaller()
  const created = await paying.post(
    '/payments/intents',
    { amountCents: 5000 },
    { ...caller.headers, 'idempotency-key': newKey() },
  )
  await paying.stripe.paymentIntents.confirm(
    created.body.processorPaymentIntentId,
    { payment_method: 'pm_card_visa', return_url: 'https://shop.example/return' },
    { stripeAccount: paying.merchant.accountId },
  )
  const type = 'payment_intent.succeeded'
  const spans = await spansOf(caller.traceId, 'operation create', `event ${type}`, `callback ${type}`)
  expect(called(spans, `event ${type}`).parentSpanId).toBe(called(spans, 'operation create').spanId)
  const callback = called(spans, `callback ${type}`)
  expect(callback.attributes).toMatchObject({ 'http.response.status_code': 500, 'error.type': 'HTTP 500' })
  expect(callback.isFailed).toBe(true)
})

it('an operation finished by a job belongs to the trace that began it', async () => {
  const { id } = await paying.pay()
  await paying.control('/faults', { operation: 'refunds.create', kind: 'reset' })
  const caller = newCaller()
  const headers = { ...caller.headers, 'idempotency-key': newKey() }
  const answer = await paying.post(`/payments/${id}/refund`, { amountCents: 300 }, headers)
  expect(answer.status).toBe(504)
  const spans = await spansOf(caller.traceId, 'operation refund', 'recover refund')
  const operation = called(spans, 'operation refund')
  expect(operation.attributes['error.type']).toBe('outcome_unknown')
  const [recovery] = spans.filter(({ name }) => name === 'recover refund')
  expect(recovery?.parentSpanId).toBe(operation.spanId)
  expect(recovery?.attributes['svcpay.operation_id']).toBe(operation.attributes['svcpay.operation_id'])
})

it('the answer, the problem, the log and the audit log have the trace id of the spans', async () => {
  const refused = await paying.service.call('POST', '/v1/payments/none/cancel', {
    key: paying.merchant.apiKey,
  })
  const { traceId } = refused.body
  expect(traceId).toMatch(/^[0-9a-f]{32}$/)
  expect(refused.headers.get('x-correlation-id')).toBe(traceId)
  const [span] = await spansOf(traceId, 'POST /v1/payments/:id/cancel')
  expect(span?.attributes['http.response.status_code']).toBe(404)
  expect(linesOf(traceId)).toContainEqual(expect.objectContaining({ msg: 'request', status: 404 }))

  const made = await paying.service.admin('POST', '/merchants', { name: 'Traced' })
  const madeId = made.headers.get('x-correlation-id') ?? ''
  await spansOf(madeId, 'POST /admin/v1/merchants')
  const { body } = await paying.service.admin('GET', '/audit?limit=1')
  expect(body.data[0].traceId).toBe(madeId)
})

it('a caller’s own correlation id is kept, and recorded in the span', async () => {
  const own = `support-case-${newKey()}`
  const caller = newCaller()
  const ask = (headers: Record<string, string>) =>
    paying.service.call('GET', '/v1/onboarding/status', {
      key: paying.merchant.apiKey,
      headers: { 'x-correlation-id': own, ...headers },
    })
  for (const { headers } of [await ask({}), await ask(caller.headers)])
    expect(headers.get('x-correlation-id')).toBe(own)
  const [traced] = await spansOf(caller.traceId, 'GET /v1/onboarding/status')
  expect(traced?.attributes['svcpay.trace_id']).toBe(own)
  const spansWithIt = () => collector.spans.filter(span => span.attributes['svcpay.trace_id'] === own)
  await expect.poll(spansWithIt).toHaveLength(2)
})

it('a trace that its caller does not record is passed on, but not recorded', async () => {
  await useReceiver()
  const caller = newCaller('00')
  const { id } = await paying.pay()
  await paying.post(
    `/payments/${id}/refund`,
    { amountCents: 100 },
    { ...caller.headers, 'idempotency-key': newKey() },
  )
  const told = () => receiver.received.map(({ headers }) => headers.traceparent ?? '')
  await waitFor(() => expect(told().filter(text => text.includes(caller.traceId))).not.toEqual([]))
  const [text] = told().filter(text => text.includes(caller.traceId))
  expect(text).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
  const last = newCaller()
  await paying.service.call('GET', '/nope', { headers: last.headers })
  await spansOf(last.traceId, 'GET unknown')
  expect(collector.of(caller.traceId)).toEqual([])
})

it('probes and metrics are not traced', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics'])
    await paying.service.call('GET', path, { operator: true })
  const last = newCaller()
  await paying.service.call('GET', '/nope', { headers: last.headers })
  await spansOf(last.traceId, 'GET unknown')
  expect(collector.spans.filter(({ name }) => /healthz|readyz|metrics/.test(name))).toEqual([])
})
