import { beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { type PayingMerchant, usePaying } from '../support/paying.ts'
import { deliveryFields } from './delivery-fields.ts'
import { enqueue } from './queue.ts'

/** Without a worker, so queued deliveries stay as they are. */
const paying = usePaying()
const admin = (method: string, path: string) => paying.service.admin(method, path)
const asMerchant = (method: string, path: string, { apiKey }: PayingMerchant) =>
  paying.service.call(method, `/v1${path}`, { key: apiKey })

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Item = any

describe('lists', () => {
  let merchant: PayingMerchant
  beforeAll(async () => {
    merchant = await paying.addMerchant({ callbackUrl: 'http://127.0.0.1:9/' })
    for (let i = 0; i < 5; i++) {
      await enqueue(paying.service.db, merchant.merchantId, { dueAt: new Date(Date.now() - i * 1000) })
    }
  })

  async function pages(get: (query: string) => Promise<Item>, id: string, limit = 2): Promise<string[]> {
    const found: string[] = []
    let cursor: string | null = null
    do {
      const { body } = await get(`limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`)
      expect(Object.keys(body)).toEqual(['data', 'nextCursor'])
      found.push(...body.data.map((item: Item) => item[id]))
      cursor = body.nextCursor
    } while (cursor)
    return found
  }

  it('of deliveries and events go page by page, each item once', async () => {
    const { merchantId } = merchant
    for (const ids of [
      await pages(
        query => admin('GET', `/deliveries?merchantId=${merchantId}&state=pending&${query}`),
        'deliveryId',
      ),
      await pages(query => admin('GET', `/events?merchantId=${merchantId}&${query}`), 'id'),
      await pages(query => asMerchant('GET', `/events?${query}`, merchant), 'id'),
    ]) {
      expect(ids).toHaveLength(5)
      expect(new Set(ids).size).toBe(5)
    }
    const all = await pages(query => admin('GET', `/events?${query}`), 'id', 100)
    expect(new Set(all).size).toBe(all.length)
  })

  it('of events have these fields, and only the merchant’s own events', async () => {
    const { body } = await asMerchant('GET', '/events?type=payment_intent.succeeded', merchant)
    expect(body.data).toHaveLength(5)
    expect(Object.keys(body.data[0])).toEqual(
      expect.arrayContaining([
        'id',
        'type',
        'svcPaymentId',
        'createdAt',
        'receivedAt',
        'outcome',
        'delivery',
      ]),
    )
    expect(Object.keys(body.data[0].delivery).sort()).toEqual(deliveryFields)
    expect(body.data[0].delivery).toMatchObject({ state: 'pending', attempts: 0, eventId: body.data[0].id })
    const other = await paying.addMerchant()
    expect((await asMerchant('GET', '/events', other)).body).toEqual({ data: [], nextCursor: null })
    expect((await asMerchant('GET', '/events?type=charge.refunded', merchant)).body.data).toEqual([])
    expect((await asMerchant('GET', '/events?paymentId=svcpay_x', merchant)).body.data).toEqual([])
    expectProblem(await asMerchant('GET', '/events?cursor=nonsense', merchant), 'invalid_request')
    expectProblem(await asMerchant('GET', '/events?limit=101', merchant), 'invalid_request')
  })
})

describe('a delivery that waits for its endpoint', () => {
  it('shows when it will be tried', async () => {
    const merchant = await paying.addMerchant({ callbackUrl: 'http://127.0.0.1:9/' })
    const until = new Date(Date.now() + 3_600_000)
    await paying.service.db`
      update callback_endpoints set failures_in_a_row = 10, paused_until = ${until}
      where merchant_id = ${merchant.merchantId}`
    await enqueue(paying.service.db, merchant.merchantId)
    expect((await admin('GET', `/deliveries?merchantId=${merchant.merchantId}`)).body.data).toMatchObject([
      { nextAttemptAt: until.toISOString() },
    ])
    const { body } = await asMerchant('GET', '/events', merchant)
    expect(body.data).toMatchObject([{ delivery: { nextAttemptAt: until.toISOString() } }])
  })
})

it.each(['deliveries', 'events'])('%s of a rare type are all found by following the cursors', async list => {
  const { merchantId } = await paying.service.createMerchant()
  const { db } = paying.service
  await enqueue(db, merchantId, { count: 5500 })
  for (const table of ['deliveries', 'events']) {
    await db`
        update ${db(table)} set type = 'charge.refunded' where merchant_id = ${merchantId}
          and (event_id like '%\\_1' or event_id like '%\\_5500')`
  }
  const pages: number[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = `merchantId=${merchantId}&type=charge.refunded${cursor && `&cursor=${cursor}`}`
    const { body }: Item = await admin('GET', `/${list}?${query}`)
    pages.push(body.data.length)
    cursor = body.nextCursor
  }
  expect(pages).toEqual([1, 1])
})
