import { expect, it } from 'vitest'
import { createSvcpayClient, type SvcpayError } from '../src/index.ts'
import { faultServer, problem } from './fault-server.ts'

const page = (ids: string[], nextCursor: string | null) => ({
  status: 200,
  body: { data: ids.map(svcPaymentId => ({ svcPaymentId })), nextCursor },
})
const clientOf = (url: string, options = {}) =>
  createSvcpayClient({ baseUrl: url, apiKey: 'svc_live_1', retryDelayMs: 1, ...options })

it('iterating over a list returns item by item, and reads pages as they are needed', async () => {
  const { url, seen } = await faultServer(page(['a', 'b'], 'next one'), page([], 'last'), page(['c'], null))
  const found: string[] = []
  for await (const { svcPaymentId } of clientOf(url).listPayments({ limit: 2, orderRef: 'o' })) {
    if (found.length === 0) expect(seen).toHaveLength(1)
    found.push(svcPaymentId)
  }
  expect(found).toEqual(['a', 'b', 'c'])
  expect(seen.map(({ path }) => path)).toEqual([
    '/v1/payments?limit=2&orderRef=o',
    '/v1/payments?limit=2&orderRef=o&cursor=next+one',
    '/v1/payments?limit=2&orderRef=o&cursor=last',
  ])
})

it('awaiting a list returns a page, and a failure reaches callers of both kinds', async () => {
  const { url } = await faultServer(page(['a'], 'more'), problem(401, 'unauthorized'))
  const client = clientOf(url)
  expect(await client.listEvents()).toMatchObject({ nextCursor: 'more' })
  const goThrough = async () => {
    for await (const _ of client.listEvents());
  }
  await expect(goThrough()).rejects.toMatchObject({ status: 401 } satisfies Partial<SvcpayError>)
})

it('a client with waitWhenLimited waits as long as a 429 asks, then repeats the same call', async () => {
  const limited = problem(429, 'too_many_requests', { 'retry-after': '1' })
  const { url, seen } = await faultServer(limited, page([], null))
  const startedAt = performance.now()
  await clientOf(url, { waitWhenLimited: true }).listPayments()
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(950)
  expect(seen).toHaveLength(2)
})
