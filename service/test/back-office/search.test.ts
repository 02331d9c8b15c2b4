import { expect, it } from 'vitest'
import { usePaying } from '../support/paying.ts'

const paying = usePaying({ webhooks: true })

const search = async (q: string) =>
  (await paying.service.admin('GET', `/search?q=${encodeURIComponent(q)}`)).body.data as {
    kind: string
    id: string
    merchantId: string
    summary: string
  }[]

it('finds whatever a text names', async () => {
  const { merchantId, accountId } = paying.merchant
  await paying.service.admin('PUT', `/merchants/${merchantId}/callback`, { url: 'http://127.0.0.1:9/' })
  const orderRef = `order ${Date.now()}`
  const { id, intentId } = await paying.pay({ orderRef })
  const events = `/events?merchantId=${merchantId}&paymentId=${id}&type=payment_intent.succeeded`
  await expect.poll(async () => (await paying.service.admin('GET', events)).body.data.length).toBe(1)
  const [event] = (await paying.service.admin('GET', events)).body.data

  const payment = {
    kind: 'payment',
    id,
    merchantId,
    summary: expect.stringContaining(`usd, order ${orderRef}`),
  }
  for (const q of [id, ` ${id} `, orderRef, intentId]) expect(await search(q), q).toMatchObject([payment])
  const delivery = { kind: 'delivery', id: event.delivery.deliveryId, merchantId }
  expect(await search(event.id)).toMatchObject([
    {
      kind: 'event',
      id: event.id,
      merchantId,
      summary: expect.stringMatching(/^payment_intent.succeeded, /),
    },
    delivery,
  ])
  expect(await search(delivery.id)).toMatchObject([delivery])
  const merchant = { kind: 'merchant', id: merchantId, merchantId }
  for (const q of [merchantId, accountId]) expect(await search(q), q).toMatchObject([merchant])
})

it('finds merchants by a part of their name, taken literally, and actions by their traceId', async () => {
  const name = `100% Bakery_${Date.now()}`
  const created = await paying.service.admin('POST', '/merchants', { name })
  const { merchantId } = created.body
  expect(await search(name.slice(1).toLowerCase())).toMatchObject([{ kind: 'merchant', summary: name }])
  expect(await search(name.replace('_', '-'))).toEqual([])
  expect(await search('%_%_%_%')).toEqual([])
  expect(await search(created.headers.get('x-correlation-id') ?? '')).toMatchObject([
    { kind: 'action', merchantId, summary: `merchant.create ${merchantId} by owner` },
  ])
})

it.each(['', '?q=', `?q=${'x'.repeat(501)}`, '?q=a&limit=1'])('refuses %s', async query => {
  expect((await paying.service.admin('GET', `/search${query}`)).status).toBe(400)
})
