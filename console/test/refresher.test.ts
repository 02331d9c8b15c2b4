import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRefresher } from '../src/live/refresher.ts'

const changed = { kind: 'payment', id: 'p1', merchantId: 'm1', svcPaymentId: 'p1', at: '' } as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A query for a payment. The test answers each request with the function that the request added to `asked`. */
function aPayment({ isShown }: { isShown: boolean }) {
  const client = new QueryClient()
  const asked: ((status: string) => void)[] = []
  const query = {
    queryKey: ['payment', 'p1'],
    queryFn: () => new Promise<string>(resolve => void asked.push(resolve)),
  }
  const show = () => new QueryObserver(client, { ...query, staleTime: 2_000 }).subscribe(() => {})
  if (isShown) show()
  else void client.prefetchQuery(query)
  const status = () => client.getQueryData(query.queryKey)
  return { asked, show, status, refresher: createRefresher(client) }
}

test.each([
  ['a message', 'note'],
  ['the stream’s opening', 'all'],
] as const)('data requested before %s is read again', async (_, news) => {
  const { asked, status, refresher } = aPayment({ isShown: true })
  refresher[news](changed)
  await vi.advanceTimersByTimeAsync(500)
  asked[0]?.('open')
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveLength(2)
  asked[1]?.('paid')
  await vi.advanceTimersByTimeAsync(500)
  expect([status(), asked.length]).toEqual(['paid', 2])
})

test('many messages during a request cause one more, and do not interrupt it', async () => {
  const { asked, refresher } = aPayment({ isShown: true })
  for (let i = 0; i < 6; i++) {
    refresher.note(changed)
    await vi.advanceTimersByTimeAsync(500)
  }
  asked[0]?.('open')
  await vi.advanceTimersByTimeAsync(500)
  expect(asked).toHaveLength(2)
  refresher.note(changed)
  await vi.advanceTimersByTimeAsync(500)
  expect(asked).toHaveLength(2)
  asked[1]?.('open')
  await vi.advanceTimersByTimeAsync(500)
  expect(asked).toHaveLength(3)
})

test('data requested ahead of its page is read again, too', async () => {
  const { asked, show, refresher } = aPayment({ isShown: false })
  refresher.note(changed)
  await vi.advanceTimersByTimeAsync(500)
  asked[0]?.('open')
  await vi.advanceTimersByTimeAsync(0)
  show()
  expect(asked).toHaveLength(2)
})

test('a message without a running request causes one', async () => {
  const { asked, refresher } = aPayment({ isShown: true })
  asked[0]?.('open')
  await vi.advanceTimersByTimeAsync(0)
  refresher.note(changed)
  await vi.advanceTimersByTimeAsync(500)
  asked[1]?.('paid')
  await vi.advanceTimersByTimeAsync(500)
  expect(asked).toHaveLength(2)
})

test('a payment that names its order is read again when another payment of its merchant changes', async () => {
  const client = new QueryClient()
  const refresher = createRefresher(client)
  const show = (svcPaymentId: string, merchantId: string, orderRef: string | null) => {
    const queryFn = vi.fn(async () => ({ svcPaymentId, merchantId, orderRef }))
    new QueryObserver(client, { queryKey: ['payment', svcPaymentId], queryFn }).subscribe(() => {})
    return queryFn
  }
  const ofOrder = show('p2', 'm1', 'order-1')
  const ofNoOrder = show('p3', 'm1', null)
  const ofAnother = show('p4', 'm2', 'order-1')
  await vi.advanceTimersByTimeAsync(0)
  refresher.note(changed)
  await vi.advanceTimersByTimeAsync(500)
  expect([ofOrder, ofNoOrder, ofAnother].map(({ mock }) => mock.calls.length)).toEqual([2, 1, 1])
})
