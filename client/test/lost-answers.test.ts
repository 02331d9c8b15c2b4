import { describe, expect, it, vi } from 'vitest'
import { createSvcpayClient, type SvcpayClientOptions } from '../src/index.ts'
import { faultServer, good, problem, type Step } from './fault-server.ts'

const apiKey = 'svc_live_01abc_secret'

async function against(steps: Step[], options: Partial<SvcpayClientOptions> = {}) {
  const { url, seen } = await faultServer(...steps)
  const client = createSvcpayClient({ baseUrl: url, apiKey, retries: 0, retryDelayMs: 1, ...options })
  return { client, seen, keys: () => seen.map(({ headers }) => headers['idempotency-key']) }
}

const failing = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call must fail'),
    () => {},
  )

describe('a call whose answer was lost', () => {
  it.each<[string, Step]>([
    ['a reset', 'reset'],
    ['a reset halfway', 'reset halfway'],
    ['a 504', problem(504, 'outcome_unknown')],
    ['a 502 of a proxy', { status: 502, body: '<h1>Bad gateway</h1>' }],
    ['409 In progress', problem(409, 'in_progress')],
    ['an answer that is not svcpay’s', { status: 200, body: 'Welcome' }],
  ])('by %s reuses its key when it is repeated', async (_, fault) => {
    const { client, keys } = await against([fault, fault, good, good])
    const refund = () => client.refundPayment('svcpay_1', { amountCents: 700, reason: 'duplicate' })
    await failing(refund())
    await failing(refund())
    await refund()
    await refund()
    const [first, second, third, next] = keys()
    expect([second, third]).toEqual([first, first])
    expect(next).not.toBe(first)
  })

  it('is the same call whatever the order of its fields, and no other', async () => {
    const { client, keys } = await against(['reset', good])
    await failing(client.refundPayment('svcpay_1', { amountCents: 700, reason: 'duplicate' }))
    await client.refundPayment('svcpay_1', { amountCents: 300, reason: 'duplicate' })
    await client.refundPayment('svcpay_2', { amountCents: 700, reason: 'duplicate' })
    await client.capturePayment('svcpay_1', { amountCents: 700 })
    await client.refundPayment(
      'svcpay_1',
      { amountCents: 700, reason: 'duplicate' },
      { idempotencyKey: 'own' },
    )
    await client.refundPayment('svcpay_1', { reason: 'duplicate', amountCents: 700 })
    const sent = keys()
    expect(sent[5]).toBe(sent[0])
    expect(new Set(sent).size).toBe(5)
  })

  it('stays open while answers do not reveal its outcome', async () => {
    const { client, keys } = await against([
      'reset',
      problem(401, 'unauthorized'),
      problem(429, 'too_many_requests'),
      problem(409, 'invalid_state'),
      good,
    ])
    for (let i = 0; i < 4; i++) await failing(client.cancelPayment('svcpay_1'))
    await client.cancelPayment('svcpay_1')
    const [first, second, third, decided, next] = keys()
    expect([second, third, decided]).toEqual([first, first, first])
    expect(next).not.toBe(first)
  })

  it('stays open when the answer to its retry does not reveal its outcome', async () => {
    const { client, keys } = await against(['reset', problem(429, 'too_many_requests'), good], { retries: 1 })
    await failing(client.cancelPayment('svcpay_1'))
    await client.cancelPayment('svcpay_1')
    expect(new Set(keys()).size).toBe(1)
  })

  it('is resumed after its caller gave up', async () => {
    const { client, seen, keys } = await against(['silence', good])
    const controller = new AbortController()
    const given = failing(client.cancelPayment('svcpay_1', { signal: controller.signal }))
    await expect.poll(() => seen.length).toBe(1)
    controller.abort()
    await given
    await client.cancelPayment('svcpay_1')
    expect(new Set(keys()).size).toBe(1)
  })

  it('leaves concurrent calls their own keys, and each of them can be resumed', async () => {
    const { client, keys } = await against(['reset', 'reset', good])
    const refund = () => client.refundPayment('svcpay_1', { amountCents: 700 })
    await Promise.all([failing(refund()), failing(refund())])
    await Promise.all([refund(), refund()])
    const [a, b, ...again] = keys()
    expect(a).not.toBe(b)
    expect(again.toSorted()).toEqual([a, b].toSorted())
  })

  it('is resumed within a day of its last try', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const { client, keys } = await against(['reset', 'reset', 'reset', good])
      for (const hours of [0, 23, 23]) {
        vi.setSystemTime(Date.now() + hours * 3_600_000)
        await failing(client.cancelPayment('svcpay_1'))
      }
      vi.setSystemTime(Date.now() + 25 * 3_600_000)
      await client.cancelPayment('svcpay_1')
      const [first, second, third, fourth] = keys()
      expect([second, third]).toEqual([first, first])
      expect(fourth).not.toBe(first)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is forgotten once a thousand others were lost after it', async () => {
    const keys: string[] = []
    const fetch = async (_url: unknown, init?: RequestInit) => {
      keys.push(new Headers(init?.headers).get('idempotency-key') ?? '')
      throw new TypeError('fetch failed')
    }
    const client = createSvcpayClient({ baseUrl: 'http://127.0.0.1:1', apiKey, retries: 0, fetch })
    for (let i = 0; i < 1_001; i++) await failing(client.cancelPayment(`svcpay_${i}`))
    await failing(client.cancelPayment('svcpay_1000'))
    await failing(client.cancelPayment('svcpay_0'))
    expect(keys[1_001]).toBe(keys[1_000])
    expect(keys[1_002]).not.toBe(keys[0])
  })
})
