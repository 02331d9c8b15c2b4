import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  createSvcpayClient,
  type SvcpayClient,
  type SvcpayClientOptions,
  SvcpayConnectionError,
  SvcpayError,
} from '../src/index.ts'
import { faultServer, good, payment, problem, type Step } from './fault-server.ts'

const apiKey = 'svc_live_01abc_thesecretpart'
const inProgress = problem(409, 'in_progress')

async function against(steps: Step[], options: Partial<SvcpayClientOptions> = {}) {
  const server = await faultServer(...steps)
  const client = createSvcpayClient({ baseUrl: server.url, apiKey, retryDelayMs: 1, ...options })
  return { client, seen: server.seen, url: server.url }
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call must fail'),
    (error: unknown) => error,
  )

const keysOf = (seen: { headers: Record<string, unknown> }[]) =>
  seen.map(({ headers }) => headers['idempotency-key'])

describe('a call that changes something', () => {
  const faults: [string, Step][] = [
    ['409 In progress', inProgress],
    ['500', problem(500, 'internal_error')],
    ['502', problem(502, 'processor_error')],
    [
      '503 of a proxy',
      { status: 503, body: '<h1>Bad gateway</h1>', headers: { 'content-type': 'text/html' } },
    ],
    ['504', problem(504, 'outcome_unknown')],
    ['a reset connection', 'reset'],
    ['an answer that breaks off', 'reset halfway'],
  ]

  it.each(faults)('is repeated after %s: same key, same body', async (_, fault) => {
    const { client, seen } = await against([fault, fault, good])
    const created = await client.createPayment(
      { amountCents: 100, orderRef: 'ö-1' },
      { idempotencyKey: 'order-1' },
    )
    expect(created).toEqual(payment)
    expect(keysOf(seen)).toEqual(['order-1', 'order-1', 'order-1'])
    expect(new Set(seen.map(({ body }) => body)).size).toBe(1)
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ amountCents: 100, orderRef: 'ö-1' })
  })

  it('survives all of these in turn', async () => {
    const { client, seen } = await against([...faults.map(([, fault]) => fault), good], { retries: 10 })
    await client.refundPayment('svcpay_1')
    expect(seen).toHaveLength(faults.length + 1)
    expect(new Set(keysOf(seen)).size).toBe(1)
  })

  it('keeps its generated key, and the next call gets another', async () => {
    const { client, seen } = await against([inProgress, good, 'reset', good])
    await client.capturePayment('svcpay_1')
    await client.capturePayment('svcpay_1')
    const [a, b, c, d] = keysOf(seen)
    expect(a).toMatch(/^[0-9a-f-]{36}$/)
    expect([b, d]).toEqual([a, c])
    expect(c).not.toBe(a)
  })

  it('is given up after the last retry, with the key in the error so that it can be resumed', async () => {
    const { client, seen } = await against(['reset'], { retries: 2 })
    const error = await failureOf(client.cancelPayment('svcpay_1'))
    expect(error).toBeInstanceOf(SvcpayConnectionError)
    expect(error).toMatchObject({ timedOut: false, idempotencyKey: seen[0]?.headers['idempotency-key'] })
    expect(seen).toHaveLength(3)
  })

  it('is sent once with retries: 0', async () => {
    const { client, seen } = await against([inProgress], { retries: 0 })
    expect(await failureOf(client.refundPayment('svcpay_1'))).toMatchObject({ code: 'in_progress' })
    expect(seen).toHaveLength(1)
  })

  it('is not sent without an idempotency key if it would take money', async () => {
    const { client, seen } = await against([good])
    for (const options of [
      undefined,
      {},
      { idempotencyKey: '' },
      { idempotencyKey: 'a\nb' },
      { idempotencyKey: 'ö' },
    ]) {
      const call = client.createPayment({ amountCents: 100 }, options as { idempotencyKey: string })
      expect(await failureOf(call)).toBeInstanceOf(TypeError)
    }
    expect(seen).toEqual([])
  })
})

describe('a call that returns the latest state', () => {
  const urls = { returnUrl: 'https://a.example', refreshUrl: 'https://b.example' }
  it.each<[string, (client: SvcpayClient) => Promise<unknown>]>([
    ['a connection token', client => client.createConnectionToken()],
    ['a refresh', client => client.refreshOnboarding()],
    ['an onboarding link', client => client.createOnboardingLink(urls)],
  ])('%s is repeated without a key', async (_, call) => {
    const { client, seen } = await against(['reset', problem(503, 'unavailable'), good])
    await call(client)
    expect(keysOf(seen)).toEqual([undefined, undefined, undefined])
  })
})

describe('a call that moves money or creates an object', () => {
  it.each<[string, (client: SvcpayClient) => Promise<unknown>]>([
    ['a capture', client => client.capturePayment('svcpay_1')],
    ['a refund', client => client.refundPayment('svcpay_1')],
    ['a cancel', client => client.cancelPayment('svcpay_1')],
    ['an account', client => client.createAccount()],
    ['a location', client => client.createLocation({} as never)],
    ['a reader', client => client.registerReader({} as never)],
    ['a redelivery', client => client.redeliverEvent('evt_1')],
  ])('%s is repeated under a generated key', async (_, call) => {
    const { client, seen } = await against(['reset', problem(503, 'unavailable'), good])
    await call(client)
    const keys = keysOf(seen)
    expect(keys).toHaveLength(3)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(keys).size).toBe(1)
  })
})

describe('a call that reads', () => {
  it.each([
    ['500', problem(500, 'internal_error')],
    ['reset', 'reset'],
  ] as [string, Step][])('is repeated after %s, and carries no idempotency key', async (_, fault) => {
    const { client, seen } = await against([fault, good])
    expect(await client.getPayment('svcpay_1')).toEqual(payment)
    expect(keysOf(seen)).toEqual([undefined, undefined])
  })

  it('escapes the values in the address', async () => {
    const { client, seen } = await against([good])
    await client.getPayment('a/b?c')
    await client.listPayments({ orderRef: 'a&b=ü', limit: 5 })
    expect(seen.map(({ path }) => path)).toEqual([
      '/v1/payments/a%2Fb%3Fc',
      '/v1/payments?orderRef=a%26b%3D%C3%BC&limit=5',
    ])
  })
})

describe('a final answer', () => {
  it.each([
    [400, 'invalid_request'],
    [401, 'unauthorized'],
    [404, 'not_found'],
    [409, 'idempotency_conflict'],
    [403, 'suspended'],
    [409, 'invalid_state'],
    [413, 'payload_too_large'],
    [415, 'unsupported_media_type'],
    [429, 'too_many_requests'],
  ])('%i %s is not retried', async (status, code) => {
    const { client, seen } = await against([problem(status, code, { 'retry-after': '7' })])
    const error = await failureOf(client.createPayment({ amountCents: 1 }, { idempotencyKey: 'k' }))
    expect(error).toBeInstanceOf(SvcpayError)
    expect(error).toMatchObject({
      status,
      code,
      title: `Title of ${code}`,
      detail: `Detail of ${code}`,
      errors: [],
      traceId: 'trc_1',
      retryAfterSeconds: 7,
      idempotencyKey: 'k',
    })
    expect(seen).toHaveLength(1)
  })

  it('is every 4xx, whatever its Retry-After says, except 409 In progress', async () => {
    // Two are fetch's own: it reports 407 as a failed connection, and repeats a 421 itself.
    const statuses = Array.from({ length: 100 }, (_, index) => 400 + index).filter(
      status => status !== 407 && status !== 421,
    )
    const { client, seen } = await against(
      statuses.map(status => problem(status, 'invalid_request', { 'retry-after': '0' })),
    )
    for (const status of statuses) {
      expect(await failureOf(client.refundPayment('svcpay_1'))).toMatchObject({ status })
    }
    expect(seen).toHaveLength(statuses.length)
  })

  it('is reported as foreign when it is not from svcpay', async () => {
    for (const step of [
      { status: 200, body: '<h1>Welcome</h1>' },
      { status: 200, body: '' },
      { status: 404, body: '<h1>nginx</h1>' },
      { status: 400, body: '{"message":"?"}' },
      { status: 409, body: 'null' },
    ]) {
      const { client, seen } = await against([{ ...step, headers: { 'x-correlation-id': 'trc_9' } }])
      const error = await failureOf(client.getPayment('svcpay_1'))
      expect(error).toBeInstanceOf(SvcpayError)
      expect(error).toMatchObject({ status: step.status, code: 'unexpected_answer', traceId: 'trc_9' })
      expect(seen).toHaveLength(1)
    }
  })

  it('is a redirect: following it would send the key along', async () => {
    const elsewhere = await faultServer(good)
    for (const status of [301, 302, 307, 308]) {
      const { client } = await against([{ status, body: '', headers: { location: elsewhere.url } }])
      expect(await failureOf(client.getPayment('svcpay_1'))).toMatchObject({ status })
    }
    expect(elsewhere.seen).toEqual([])
  })
})

describe('waiting', () => {
  it.each([
    [409, 'in_progress'],
    [503, 'unavailable'],
  ])('is as long as Retry-After says: %i', async (status, code) => {
    const { client } = await against([problem(status, code, { 'retry-after': '1' }), good])
    const start = performance.now()
    await client.cancelPayment('svcpay_1')
    expect(performance.now() - start).toBeGreaterThan(990)
  })

  it('grows from try to try', async () => {
    const { client } = await against(['reset'], { retries: 4, retryDelayMs: 20 })
    const start = performance.now()
    await failureOf(client.getPayment('svcpay_1'))
    // At least half of 20 + 40 + 80 + 160.
    expect(performance.now() - start).toBeGreaterThan(149)
  })

  it('is skipped when Retry-After asks for more than a minute', async () => {
    const later = new Date(Date.now() + 3_600_000).toUTCString()
    for (const header of ['61', later]) {
      const { client, seen } = await against([problem(503, 'unavailable', { 'retry-after': header })])
      const error = (await failureOf(client.getPayment('svcpay_1'))) as SvcpayError
      expect(error.retryAfterSeconds).toBeGreaterThan(60)
      expect(seen).toHaveLength(1)
    }
  })

  it.each(['silence', 'silence halfway'] as const)('ends after timeoutMs for each try: %s', async fault => {
    const { client, seen } = await against([fault, fault, good], { timeoutMs: 1_000 })
    expect(await client.getPayment('svcpay_1')).toEqual(payment)
    expect(seen).toHaveLength(3)
    const { client: alone } = await against([fault], { timeoutMs: 50, retries: 1 })
    expect(await failureOf(alone.getPayment('svcpay_1'))).toMatchObject({
      name: 'SvcpayConnectionError',
      timedOut: true,
    })
  })

  it('ends when the caller gives up: in a try, in a pause, or before', async () => {
    const reason = new Error('the shopper left')
    for (const [steps, options] of [
      [['silence'], {}],
      [['silence'], { retries: 0 }],
      [[inProgress], { retryDelayMs: 60_000 }],
    ] as [Step[], Partial<SvcpayClientOptions>][]) {
      const { client, seen } = await against(steps, options)
      const controller = new AbortController()
      const failure = failureOf(client.refundPayment('svcpay_1', {}, { signal: controller.signal }))
      await expect.poll(() => seen.length).toBe(1)
      controller.abort(reason)
      expect(await failure).toBe(reason)
      expect(seen).toHaveLength(1)
    }
    const { client, seen } = await against([good])
    expect(await failureOf(client.getPayment('x', { signal: AbortSignal.abort(reason) }))).toBe(reason)
    expect(seen).toEqual([])
  })
})

describe('the API key', () => {
  it('is sent as X-Api-Key', async () => {
    const { client, seen } = await against([good])
    await client.getOnboardingStatus()
    expect(seen[0]?.headers).toMatchObject({ 'x-api-key': apiKey, 'user-agent': 'svcpay-client' })
  })

  it('is in no error and not in the client itself', async () => {
    const { client } = await against([problem(401, 'unauthorized'), { status: 200, body: 'x' }, 'reset'], {
      retries: 1,
    })
    const nobody = createSvcpayClient({ baseUrl: 'http://127.0.0.1:9', apiKey, retries: 0 })
    const errors = [
      await failureOf(client.getPayment('svcpay_1')),
      await failureOf(client.getPayment('svcpay_1')),
      await failureOf(client.getPayment('svcpay_1')),
      await failureOf(nobody.refundPayment('svcpay_1')),
    ]
    for (const thing of [...errors, client]) {
      expect(inspect(thing, { depth: 20, showHidden: true })).not.toContain('thesecretpart')
      expect(JSON.stringify(thing)).not.toContain('thesecretpart')
    }
  })

  it('is refused without being quoted when it cannot be a header', () => {
    for (const wrong of [`${apiKey}\n`, `${apiKey} `, `${apiKey}ö`]) {
      let message = ''
      try {
        createSvcpayClient({ baseUrl: 'http://127.0.0.1:9', apiKey: wrong })
      } catch (error) {
        message = inspect(error)
      }
      expect(message).toContain('apiKey contains spaces')
      expect(message).not.toContain('thesecretpart')
    }
  })
})
