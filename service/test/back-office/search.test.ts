import type { Stripe } from 'stripe'
import { expect, it } from 'vitest'
import { reconcile } from '../reconcile/prepared.ts'
import { newKey, usePaying } from '../support/paying.ts'

const paying = usePaying({ webhooks: true })

const search = async (q: string, merchantId?: string) =>
  (
    await paying.service.admin(
      'GET',
      `/search?q=${encodeURIComponent(q)}${merchantId ? `&merchantId=${merchantId}` : ''}`,
    )
  ).body.data as {
    kind: string
    id: string
    merchantId: string
    summary: string
  }[]

it('finds anything that a text names', async () => {
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
    status: 'succeeded',
    amountCents: 5000,
    currency: 'usd',
    orderRef,
    svcPaymentId: id,
    at: (await paying.get(`/payments/${id}`)).body.createdAt,
  }
  for (const q of [id, ` ${id} `, orderRef, intentId]) expect(await search(q), q).toMatchObject([payment])
  const delivery = { kind: 'delivery', id: event.delivery.deliveryId, merchantId, svcPaymentId: id }
  expect(await search(event.id)).toMatchObject([
    {
      kind: 'event',
      id: event.id,
      merchantId,
      summary: expect.stringMatching(/^payment_intent.succeeded, /),
      status: 'applied',
      svcPaymentId: id,
      amountCents: null,
      at: event.receivedAt,
    },
    delivery,
  ])
  expect(await search(delivery.id)).toMatchObject([delivery])
  const merchant = { kind: 'merchant', id: merchantId, merchantId }
  for (const q of [merchantId, accountId]) expect(await search(q), q).toMatchObject([merchant])
})

it('finds objects by the beginning of their id, and a payment by its parts', async () => {
  const { merchantId, accountId } = paying.merchant
  await paying.service.admin('PUT', `/merchants/${merchantId}/callback`, { url: 'http://127.0.0.1:9/' })
  const orderRef = `beginning ${Date.now()}`
  const disputed = await paying.pay({}, 'pm_card_createDispute')
  const { id, intentId } = await paying.pay({ orderRef })
  await paying.post(`/payments/${id}/refund`, { amountCents: 100 })
  const timeline = async (of: string) => (await paying.service.admin('GET', `/payments/${of}`)).body
  await expect.poll(async () => (await timeline(disputed.id)).disputes.length).toBe(1)
  await expect.poll(async () => (await timeline(id)).deliveries.length).toBeGreaterThan(0)
  const { refunds, events, deliveries } = await timeline(id)
  const { disputes } = await timeline(disputed.id)
  const intent = await paying.stripe.paymentIntents.retrieve(
    intentId,
    { expand: ['latest_charge'] },
    { stripeAccount: accountId },
  )
  const charge = intent.latest_charge as Stripe.Charge

  const payment = { kind: 'payment', id, merchantId }
  const whole = [refunds[0].refundId, refunds[0].processorRefundId, charge.id, String(charge.application_fee)]
  for (const q of whole) expect(await search(q), q).toMatchObject([payment])
  for (const end of [undefined, -3]) {
    const found = await search(disputes[0].processorDisputeId.slice(0, end))
    expect(found).toMatchObject([{ kind: 'payment', id: disputed.id, merchantId }])
  }
  const beginnings = [id, orderRef, intentId, ...whole].map(one => one.slice(0, -3))
  for (const q of beginnings) expect(await search(q), q).toContainEqual(expect.objectContaining(payment))

  for (const [kind, named] of [
    ['event', events[0].id],
    ['delivery', deliveries[0].deliveryId],
    ['merchant', merchantId],
    ['merchant', accountId],
  ]) {
    const hit = expect.objectContaining({ kind, merchantId })
    expect(await search(named.slice(0, -3)), named).toContainEqual(hit)
  }
  for (const q of ['svcpay_', 'pi_', 'e', 'beginning']) {
    const found = await search(q)
    expect(found.length, q).toBeGreaterThan(0)
    expect(found.length, q).toBeLessThanOrEqual(60)
  }
})

it('lists the newest payments of all merchants, and says when there may be more', async () => {
  const begin = `many-${Date.now()}`
  for (let n = 100; n <= 120; n++) await paying.create({ orderRef: `${begin}-${n}` })
  const answer = async (q: string) => (await paying.service.admin('GET', `/search?q=${q}`)).body
  expect(await answer(begin)).toMatchObject({ data: { length: 20 }, hasMore: true })
  expect(await answer(`${begin}-11`)).toMatchObject({ data: { length: 10 }, hasMore: false })
  const { merchant } = paying
  paying.merchant = await paying.addMerchant()
  const { body: last } = await paying.create({ orderRef: `${begin}-099` })
  paying.merchant = merchant
  expect((await answer(begin)).data[0]).toMatchObject({ id: last.svcPaymentId })
})

it('finds an order by its number, written as in the newest order references', async () => {
  const number = String(Date.now())
  const { id } = await paying.pay({ orderRef: `order-${number}` })
  await paying.pay({ orderRef: `web/2026/${number.slice(1)}` })
  expect(await search(number)).toMatchObject([{ kind: 'payment', id, orderRef: `order-${number}` }])
  expect(await search(number.slice(2))).toEqual([])
})

it('finds an order in upper or lower case, and shows how often it was charged', async () => {
  const number = String(Date.now())
  const orderRef = `case-${number}`
  const { id } = await paying.pay({ orderRef })
  const { body: unpaid } = await paying.create({ orderRef })
  const { id: again } = await paying.pay({ orderRef })
  const found = [
    { id: again, chargedForOrder: 2 },
    { id: unpaid.svcPaymentId, chargedForOrder: 0 },
    { id, chargedForOrder: 2 },
  ]
  for (const q of [orderRef, orderRef.toUpperCase(), `Case-${number}`])
    await expect.poll(() => search(q), { message: q }).toMatchObject(found)
  const begun = await search(orderRef.toUpperCase().slice(0, -2))
  for (const hit of found) expect(begun).toContainEqual(expect.objectContaining(hit))
  for (const stored of ['UPPER', 'Capital']) {
    const { body } = await paying.create({ orderRef: `${stored}-${number}` })
    const hit = { id: body.svcPaymentId, chargedForOrder: 0 }
    expect(await search(`${stored.toLowerCase()}-${number}`)).toMatchObject([hit])
  }
})

it('finds a payment by the beginning of a fee’s id that only the daily comparison has read', async () => {
  const { id, intentId } = await paying.pay()
  const intent = await paying.stripe.paymentIntents.retrieve(
    intentId,
    { expand: ['latest_charge'] },
    { stripeAccount: paying.merchant.accountId },
  )
  const beginning = String((intent.latest_charge as Stripe.Charge).application_fee).slice(0, -3)
  expect(await search(beginning)).toEqual([])
  expect((await reconcile(paying)).found).toEqual([])
  expect(await search(beginning)).toMatchObject([{ kind: 'payment', id }])
})

it('finds an API key and an operator by the public part of their secret, and a key by its end', async () => {
  const { merchantId } = paying.merchant
  const { name } = (await paying.service.admin('GET', `/merchants/${merchantId}`)).body
  const issued = (await paying.service.admin('POST', `/merchants/${merchantId}/keys`, { label: 'till' })).body
  const { keyId, hint } = issued
  const key = { kind: 'key', id: keyId, merchantId, summary: `till ····${hint} of ${name}`, status: 'active' }
  for (const q of [keyId, keyId.slice(0, -3)])
    expect(await search(q)).toContainEqual(expect.objectContaining(key))
  expect(await search(keyId, merchantId)).toMatchObject([key])
  const { merchantId: other } = await paying.addMerchant()
  for (const q of [hint, `····${hint}`]) {
    expect(await search(q)).toContainEqual(expect.objectContaining(key))
    expect(await search(q, other)).not.toContainEqual(expect.objectContaining(key))
  }
  await paying.service.admin('DELETE', `/merchants/${merchantId}/keys/${keyId}`)
  expect(await search(keyId)).toMatchObject([{ ...key, status: 'revoked' }])

  const added = (await paying.service.admin('POST', '/operators', { name: 'Ana', role: 'support' })).body
  const operator = { kind: 'operator', id: added.operatorId, merchantId: null, status: 'active' }
  expect(await search(added.operatorId)).toMatchObject([
    { ...operator, summary: `Ana ····${added.hint}, support` },
  ])
  expect(await search(added.operatorId, merchantId)).toEqual([])
})

it('finds nothing of another merchant for a merchant', async () => {
  const other = await paying.addMerchant()
  const { data: keys } = (await paying.service.admin('GET', `/merchants/${paying.merchant.merchantId}/keys`))
    .body
  const { id, intentId } = await paying.pay()
  const { accountId } = paying.merchant
  const intent = await paying.stripe.paymentIntents.retrieve(intentId, {}, { stripeAccount: accountId })
  const chargeId = String(intent.latest_charge)
  for (const q of [
    id,
    id.slice(0, 12),
    'svcpay_',
    intentId.slice(0, 8),
    chargeId,
    chargeId.slice(0, -3),
    chargeId.slice(0, 8),
    keys[0].keyId,
  ]) {
    expect(await search(q, other.merchantId), q).toEqual([])
  }
})

it('finds merchants by a literal part of their name, and actions by their traceId', async () => {
  const name = `100% Bakery_${Date.now()}`
  const created = await paying.service.admin('POST', '/merchants', { name })
  const { merchantId } = created.body
  expect(await search(name.slice(1).toLowerCase())).toMatchObject([{ kind: 'merchant', summary: name }])
  expect(await search(name.replace('_', '-'))).toEqual([])
  expect(await search('%_%_%_%')).toEqual([])
  const traceId = created.headers.get('x-correlation-id') ?? ''
  for (const end of [undefined, -3])
    expect(await search(traceId.slice(0, end))).toMatchObject([
      { kind: 'action', merchantId, summary: `merchant.create ${merchantId} by owner` },
    ])
})

it('finds the effects of a call and of a webhook by its traceId', async () => {
  const { merchantId } = paying.merchant
  const post = async (path: string, body: object, traceId = `support-case-${newKey()}`) => {
    const headers = { 'idempotency-key': newKey(), 'x-correlation-id': traceId }
    return { traceId, answer: await paying.post(path, body, headers) }
  }
  const traced = (kind: string, id: string, summary: string) => [
    { kind: 'payment', id, merchantId },
    {
      kind: 'operation',
      id: expect.stringMatching(/^op_/),
      merchantId,
      summary: `${kind}, ${summary} ${id}`,
    },
  ]
  const { id } = await paying.pay()
  const refund = await post(`/payments/${id}/refund`, { amountCents: 100 })
  expect(await search(refund.traceId)).toMatchObject(traced('refund', id, 'done,'))
  const { body } = await paying.service.admin('GET', `/payments/${id}`)
  expect(body.operations.at(-1).traceId).toBe(refund.traceId)

  await paying.control('/faults', { operation: 'refunds.create', kind: 'reset' })
  const unknown = await post(`/payments/${id}/refund`, { amountCents: 200 })
  expect(unknown.answer.status).toBe(504)
  expect(await search(unknown.answer.body.traceId)).toMatchObject(traced('refund', id, 'started,'))

  const refused = await post('/payments/intents', { amountCents: 5000, customerRef: 'cus_unknown' })
  expect(await search(refused.traceId)).toMatchObject([
    { kind: 'operation', merchantId, summary: expect.stringMatching(/^create, refused, svcpay_/) },
  ])

  const events = async () =>
    await paying.service.db<{ eventId: string; traceId: string }[]>`
    select event_id, trace_id from events where payment_id = ${id} and type = 'payment_intent.succeeded'`
  await expect.poll(async () => (await events()).length).toBe(1)
  const [event] = await events()
  const brought = [{ kind: 'event', id: event?.eventId, merchantId }]
  for (const end of [undefined, -3, 12])
    expect(await search((event?.traceId ?? '').slice(0, end)), `to ${end}`).toMatchObject(brought)

  const twins = `twins-${newKey()}`
  for (const end of ['a', 'b']) await post(`/payments/${id}/refund`, { amountCents: 50 }, `${twins}-${end}`)
  const byOne = traced('refund', id, 'done,')
  expect(await search(twins)).toMatchObject([...byOne, byOne[1]])
  expect(await search(`${twins}-b`)).toMatchObject(byOne)
  expect(await search(`${twins}-c`)).toEqual([])
})

it.each(['', '?q=', `?q=${'x'.repeat(501)}`, '?q=a&limit=1'])('refuses %s', async query => {
  expect((await paying.service.admin('GET', `/search${query}`)).status).toBe(400)
})
