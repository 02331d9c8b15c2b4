import { describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { usePaying } from '../support/paying.ts'
import { startReceiver } from '../support/receiver.ts'

const paying = usePaying({ role: 'all', webhooks: true })

describe('the operators’ view of payments', () => {
  it('lists across merchants, by merchant, status and order, page by page', async () => {
    const first = await paying.pay({ orderRef: 'o-1' })
    const mine = paying.merchant
    paying.merchant = await paying.addMerchant()
    const { body: second } = await paying.create({ orderRef: 'o-2' })
    const idsOf = async (query: string) => {
      const { body } = await paying.service.admin('GET', `/payments?${query}`)
      return body.data.map((payment: { svcPaymentId: string }) => payment.svcPaymentId)
    }
    expect(await idsOf('')).toEqual([second.svcPaymentId, first.id])
    expect(await idsOf(`merchantId=${mine.merchantId}`)).toEqual([first.id])
    expect(await idsOf('orderRef=o-2')).toEqual([second.svcPaymentId])
    expect(await idsOf('status=canceled')).toEqual([])
    const page = await paying.service.admin('GET', '/payments?limit=1')
    expect(await idsOf(`limit=1&cursor=${page.body.nextCursor}`)).toEqual([first.id])
    expect((await paying.service.admin('GET', '/payments?status=paid')).status).toBe(400)
  })

  it('finds payments by method, amount and time, page by page', async () => {
    paying.merchant = await paying.addMerchant()
    const { merchantId } = paying.merchant
    const ids: string[] = []
    for (const amountCents of [1000, 2000, 3000]) {
      const captureMethod = amountCents === 2000 ? 'manual' : 'automatic'
      ids.push((await paying.create({ amountCents, captureMethod })).body.svcPaymentId)
    }
    const [first, second, third] = ids
    const list = async (query: string) => {
      const { body } = await paying.service.admin('GET', `/payments?merchantId=${merchantId}&${query}`)
      return body as { data: { svcPaymentId: string; createdAt: string }[]; nextCursor: string | null }
    }
    const idsOf = async (query: string) => (await list(query)).data.map(({ svcPaymentId }) => svcPaymentId)
    expect(await idsOf('method=manual')).toEqual([second])
    expect(await idsOf('amountFrom=2000')).toEqual([third, second])
    expect(await idsOf('amountTo=1999')).toEqual([first])
    expect(await idsOf('amountFrom=1000&amountTo=3000&method=automatic')).toEqual([third, first])
    const { createdAt = '' } = (await list('method=manual')).data[0] ?? {}
    expect(await idsOf(`createdFrom=${createdAt}`)).toEqual(expect.arrayContaining([third, second]))
    expect(await idsOf(`createdTo=${createdAt}`)).not.toContain(second)
    const page = await list('method=automatic&limit=1')
    expect(page.data[0]?.svcPaymentId).toBe(third)
    expect(await idsOf(`method=automatic&limit=1&cursor=${page.nextCursor}`)).toEqual([first])
    for (const wrong of [
      'method=card',
      'amountFrom=-1',
      'amountTo=much',
      'createdFrom=today',
      'currency=xx',
      'cursor=x',
    ]) {
      expect((await paying.service.admin('GET', `/payments?${wrong}`)).status).toBe(400)
    }
  })

  it('finds payments by currency, with amounts in its unit', async () => {
    paying.merchant = await paying.addMerchant()
    const { merchantId } = paying.merchant
    const { body: dollars } = await paying.create({ amountCents: 5000 })
    const { body: yen } = await paying.create({ amountCents: 5000, currency: 'jpy' })
    const idsOf = async (query: string) => {
      const { body } = await paying.service.admin('GET', `/payments?merchantId=${merchantId}&${query}`)
      return body.data.map(({ svcPaymentId }: { svcPaymentId: string }) => svcPaymentId)
    }
    expect(await idsOf('currency=JPY')).toEqual([yen.svcPaymentId])
    expect(await idsOf('currency=usd&amountFrom=5000&amountTo=5000')).toEqual([dollars.svcPaymentId])
    expect(await idsOf('currency=kwd')).toEqual([])
  })

  it('shows one with the other payments of its order, but not of other merchants’', async () => {
    const orderRef = 'charged-twice'
    await paying.pay({ orderRef })
    paying.merchant = await paying.addMerchant()
    const first = await paying.pay({ orderRef })
    const second = await paying.pay({ orderRef })
    const without = await paying.pay()
    const othersOf = async (id: string) =>
      (await paying.service.admin('GET', `/payments/${id}`)).body.ofSameOrder
    await expect
      .poll(() => othersOf(first.id))
      .toMatchObject([{ svcPaymentId: second.id, status: 'succeeded', amountCents: 5000, orderRef }])
    expect(await othersOf(second.id)).toMatchObject([{ svcPaymentId: first.id }])
    expect(await othersOf(without.id)).toEqual([])
  })

  it('shows one with its whole timeline', async () => {
    const receiver = await startReceiver()
    paying.merchant = await paying.addMerchant({ callbackUrl: receiver.url })
    const { id } = await paying.pay({ amountCents: 2_000 })
    await waitFor(() => expect(receiver.received).toHaveLength(1))
    await paying.post(`/payments/${id}/refund`, { amountCents: 500 })
    await waitFor(() => expect(receiver.received).toHaveLength(2))
    await waitFor(async () => {
      const { body } = await paying.service.admin('GET', `/payments/${id}`)
      expect(body).toMatchObject({
        svcPaymentId: id,
        merchantId: paying.merchant.merchantId,
        status: 'partially_refunded',
        refundedCents: 500,
        authorizedCents: 2_000,
        operations: [
          { kind: 'create', state: 'done' },
          { kind: 'refund', state: 'done' },
        ],
        deliveries: [
          { type: 'payment_intent.succeeded', state: 'delivered', attemptLog: [{ attempt: 1, status: 200 }] },
          { type: 'charge.refunded', state: 'delivered' },
        ],
        ledgerEntries: [
          { kind: 'capture' },
          { kind: 'refund', customerCents: 500 },
          { kind: 'fee_refund', platformFeesCents: -5 },
        ],
        refunds: [{ amountCents: 500, state: 'succeeded' }],
        disputes: [],
      })
      expect(body.events.map((event: { type: string }) => event.type)).toContain('payment_intent.succeeded')
    })
    const eventsIn = async (state: string) => {
      const path = `/events?merchantId=${paying.merchant.merchantId}&state=${state}`
      return (await paying.service.admin('GET', path)).body.data.map((event: { type: string }) => event.type)
    }
    expect(await eventsIn('delivered')).toEqual(['charge.refunded', 'payment_intent.succeeded'])
    expect(await eventsIn('dead')).toEqual([])
  })

  it('answers 404 for an unknown payment', async () => {
    expect((await paying.service.admin('GET', '/payments/svcpay_nope')).status).toBe(404)
  })

  it('shows figures of a period', async () => {
    paying.merchant = await paying.addMerchant({ feeBps: 1_000 })
    const before = (await paying.service.admin('GET', '/stats')).body
    const today = () => new Date().toISOString().slice(0, 10)
    const began = today()
    const { id } = await paying.pay({ amountCents: 1_000, currency: 'eur' })
    await waitFor(async () => expect((await paying.get(`/payments/${id}`)).body.status).toBe('succeeded'))
    const { body } = await paying.service.admin('GET', '/stats')
    expect(body.payments.succeeded).toBe(before.payments.succeeded + 1)
    expect(body.volume).toContainEqual({
      // midnight may have passed
      day: expect.toBeOneOf([began, today()]),
      currency: 'eur',
      payments: 1,
      capturedCents: 1_000,
      refundedCents: 0,
      feeCents: 100,
    })
    expect(
      (await paying.service.admin('GET', '/stats?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z')).status,
    ).toBe(400)
  })
})
