import { describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { newKey, usePaying } from '../support/paying.ts'

const paying = usePaying({ webhooks: true })
const list = async (query: string) => {
  const { merchantId } = paying.merchant
  const { status, body } = await paying.service.admin('GET', `/payments?merchantId=${merchantId}&${query}`)
  expect(status).toBe(200)
  return body as { data: { svcPaymentId: string; dispute: unknown }[]; nextCursor: string | null }
}
const idsOf = async (query: string) => (await list(query)).data.map(({ svcPaymentId }) => svcPaymentId)
const usd = async () => {
  const { body } = await paying.service.admin('GET', `/overview?merchantId=${paying.merchant.merchantId}`)
  return { ...body.currencies[0], declines: body.declines }
}
const becomes = (id: string, expected: object) =>
  waitFor(async () => expect((await paying.get(`/payments/${id}`)).body).toMatchObject(expected))

describe('filtered payments', () => {
  it('show how many payments of their order hold money', async () => {
    const orderRef = newKey()
    const { id: first } = await paying.pay({ orderRef })
    await paying.create({ orderRef })
    const charged = async () =>
      (await list(`orderRef=${orderRef}`)).data.map(
        payment => (payment as { chargedForOrder?: number }).chargedForOrder,
      )
    await waitFor(async () => expect(await charged()).toEqual([0, 1]))
    const { id: second } = await paying.pay({ orderRef })
    await waitFor(async () => expect(await charged()).toEqual([2, 0, 2]))
    await paying.post(`/payments/${second}/refund`, {}, { 'idempotency-key': newKey() })
    await waitFor(async () => expect(await charged()).toEqual([0, 0, 1]))
    expect((await list(`orderRef=${orderRef}&status=succeeded`)).data).toMatchObject([
      { svcPaymentId: first },
    ])
  })

  it('have the order reference, in upper or lower case', async () => {
    const orderRef = `filtered-${newKey()}`.toLowerCase()
    const ids: string[] = []
    for (const ref of [orderRef, orderRef.toUpperCase(), orderRef])
      ids.unshift((await paying.create({ orderRef: ref })).body.svcPaymentId)
    for (const typed of [orderRef.toUpperCase(), orderRef.replace('f', 'F')]) {
      const first = await list(`orderRef=${typed}&limit=2`)
      const rest = await idsOf(`orderRef=${typed}&limit=2&cursor=${first.nextCursor}`)
      expect([...first.data.map(({ svcPaymentId }) => svcPaymentId), ...rest]).toEqual(ids)
    }
  })

  it('are open, or have a declined last attempt, as many as the overview counts', async () => {
    paying.merchant = await paying.addMerchant()
    const { body: abandoned } = await paying.create()
    const { body: declined } = await paying.create()
    const account = { stripeAccount: paying.merchant.accountId }
    const pay = (intentId: string, method: string) =>
      paying.stripe.paymentIntents.confirm(
        intentId,
        { payment_method: method, return_url: 'https://shop.example/' },
        account,
      )
    const refused = 'pm_card_visa_chargeDeclined'
    await pay(declined.processorPaymentIntentId, refused).catch(() => {})
    const { body: paidSince } = await paying.create()
    await pay(paidSince.processorPaymentIntentId, refused).catch(() => {})
    await pay(paidSince.processorPaymentIntentId, 'pm_card_visa')
    const { body: canceledSince } = await paying.create()
    await pay(canceledSince.processorPaymentIntentId, refused).catch(() => {})
    await becomes(declined.svcPaymentId, { failure: { code: expect.any(String) } })
    await becomes(paidSince.svcPaymentId, { status: 'succeeded' })
    await becomes(canceledSince.svcPaymentId, { failure: { code: expect.any(String) } })
    await paying.post(`/payments/${canceledSince.svcPaymentId}/cancel`, {})
    expect(await idsOf('status=declined')).toEqual([declined.svcPaymentId])
    expect(await idsOf('status=requires_payment_method')).toEqual([
      declined.svcPaymentId,
      abandoned.svcPaymentId,
    ])
    const { id: paid } = await paying.pay()
    const { id: held } = await paying.pay({ captureMethod: 'manual' })
    await becomes(paid, { status: 'succeeded' })
    await becomes(held, { status: 'requires_capture' })
    expect(await idsOf('status=open')).toEqual([held, declined.svcPaymentId, abandoned.svcPaymentId])
    await expect.poll(async () => (await usd()).failed).toBe(1)
    expect((await usd()).declines).toMatchObject([{ count: 1 }])
  })

  it('are refunded in full or in part, now or in a period', async () => {
    paying.merchant = await paying.addMerchant()
    const before = new Date().toISOString()
    const ids: string[] = []
    for (const amountCents of [undefined, 1000, null]) {
      const { id } = await paying.pay({ amountCents: 3000 })
      await becomes(id, { status: 'succeeded' })
      if (amountCents === null) continue
      ids.unshift(id)
      const key = { 'idempotency-key': newKey() }
      expect((await paying.post(`/payments/${id}/refund`, { amountCents }, key)).status).toBe(200)
    }
    expect(await idsOf('refunded=true')).toEqual(ids)
    expect(await idsOf('refunded=true&status=partially_refunded')).toEqual(ids.slice(0, 1))
    expect(await idsOf('refunded=false')).toHaveLength(3)
    expect(await idsOf(`refundedFrom=${before}`)).toEqual(ids)
    expect(await idsOf(`refundedTo=${before}`)).toEqual([])
    const page = await list(`refundedFrom=${before}&limit=1`)
    expect(await idsOf(`refundedFrom=${before}&limit=1&cursor=${page.nextCursor}`)).toEqual(ids.slice(1))
    const one = await list('refunded=true&limit=1')
    expect(await idsOf(`refunded=true&limit=1&cursor=${one.nextCursor}`)).toEqual(ids.slice(1))
  })

  it('are disputed, whatever the outcome, ever or in a period', async () => {
    paying.merchant = await paying.addMerchant()
    const before = new Date().toISOString()
    const { id } = await paying.pay({ amountCents: 4000 }, 'pm_card_createDispute')
    await paying.pay()
    await becomes(id, { disputedCents: 4000 })
    expect((await list('disputed=true')).data).toMatchObject([
      { svcPaymentId: id, dispute: { reason: 'fraudulent' } },
    ])
    expect(await idsOf('disputed=true&currency=eur')).toEqual([])
    expect(await idsOf(`disputedFrom=${before}`)).toEqual([id])
    expect(await idsOf('disputed=true&refunded=true')).toEqual([])
    const { body } = await paying.service.admin('GET', `/search?q=${id}`)
    expect(body.data[0]).toMatchObject({ status: 'disputed', amountCents: 4000, currency: 'usd' })
    const [held] = (await paying.stripe.disputes.list({}, { stripeAccount: paying.merchant.accountId })).data
    const evidence = { uncategorized_text: 'winning_evidence' }
    await paying.stripe.disputes.update(
      held?.id ?? '',
      { evidence, submit: true },
      { stripeAccount: paying.merchant.accountId },
    )
    await becomes(id, { disputedCents: 0 })
    // the overview's figure has it, so the lists behind the figure have it too
    expect((await list('disputed=true')).data).toMatchObject([
      { svcPaymentId: id, dispute: { state: 'won', amountCents: 4000 } },
    ])
    expect(await idsOf(`disputedFrom=${before}`)).toEqual([id])
    await expect.poll(async () => (await usd()).disputedCents).toBe(4000)
  })

  it('need a response to a dispute or an inquiry, the earliest deadline first', async () => {
    const { db } = paying.service
    paying.merchant = await paying.addMerchant()
    const { merchantId } = paying.merchant
    const ids: string[] = []
    for (const method of [
      'pm_card_createDispute',
      'pm_card_createDisputeInquiry',
      'pm_card_createDispute',
      'pm_card_createDispute',
    ]) {
      ids.push((await paying.pay({ amountCents: 4000 }, method)).id)
    }
    const [late = '', inquiry = '', soon = '', never = ''] = ids
    await expect.poll(() => idsOf('needsResponse=true')).toHaveLength(4)
    const set = (id: string, dueBy: string | null) => db`
      update disputes set due_by = ${dueBy} where merchant_id = ${merchantId} and payment_id = ${id}`
    await set(late, '2030-01-03T00:00:00Z')
    await set(inquiry, '2030-01-02T00:00:00Z')
    await set(soon, '2030-01-01T00:00:00Z')
    await set(never, null)
    const byDeadline = [soon, inquiry, late, never]
    const { data } = await list('needsResponse=true')
    expect(data.map(({ svcPaymentId }) => svcPaymentId)).toEqual(byDeadline)
    expect(data[1]).toMatchObject({
      dispute: {
        state: 'warning_needs_response',
        amountCents: 4000,
        reason: 'fraudulent',
        dueBy: '2030-01-02T00:00:00.000Z',
      },
    })
    // in any other list, an inquiry is no dispute
    const named = (await list('limit=4')).data.filter(({ dispute }) => dispute !== null)
    expect(named.map(({ svcPaymentId }) => svcPaymentId)).toEqual([never, soon, late])
    let cursor = ''
    for (const [index, id] of byDeadline.entries()) {
      const page = await list(`needsResponse=true&limit=1${cursor}`)
      expect(page.data).toMatchObject([{ svcPaymentId: id }])
      cursor = `&cursor=${page.nextCursor}`
      expect(page.nextCursor === null).toBe(index === byDeadline.length - 1)
    }
    expect(await idsOf('needsResponse=true&disputed=true')).toEqual([soon, late, never])
    expect(await idsOf('needsResponse=true&currency=eur')).toEqual([])
    const other = await list('limit=1')
    const misplaced = `/payments?needsResponse=true&cursor=${other.nextCursor}`
    expect((await paying.service.admin('GET', misplaced)).status).toBe(400)

    await db`
      update disputes set status = 'under_review' where merchant_id = ${merchantId} and payment_id = ${soon}`
    expect(await idsOf('needsResponse=true')).toEqual([inquiry, late, never])
  })

  it.each(['disputed=maybe', 'needsResponse=soon', 'refunded=2', 'disputedFrom=today', 'status=refused'])(
    'are not %s',
    async query => {
      expect((await paying.service.admin('GET', `/payments?${query}`)).status).toBe(400)
    },
  )

  it('show their order on their callbacks and entries', async () => {
    paying.merchant = await paying.addMerchant({ callbackUrl: 'http://127.0.0.1:9/' })
    const { merchantId } = paying.merchant
    await paying.pay({ orderRef: 'order-7' })
    const first = async (path: string) =>
      (await paying.service.admin('GET', `${path}?merchantId=${merchantId}`)).body.data[0]
    await waitFor(async () => expect(await first('/deliveries')).toMatchObject({ orderRef: 'order-7' }))
    expect(await first('/ledger/entries')).toMatchObject({ orderRef: 'order-7' })
    const { body: events } = await paying.service.admin('GET', `/events?merchantId=${merchantId}`)
    const forwarded = events.data.find(({ type }: { type: string }) => type === 'payment_intent.succeeded')
    expect(forwarded.delivery).toMatchObject({ orderRef: 'order-7' })
  })
})
