import { describe, expect, it } from 'vitest'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import { type PayingMerchant, usePaying } from '../support/paying.ts'
import { storiesOf, worldOf } from './stories.ts'
import { postWebhook, pushedEvents } from './webhooks.ts'

const paying = usePaying()

const refundNews = async (merchant: PayingMerchant) =>
  (await pushedEvents(paying, merchant)).filter(({ type }) => /^(refund\.|charge\.refunded)/.test(type))

describe('the events of two refunds, the first of which failed', () => {
  it.each([
    ['in order', [0, 1, 2, 3, 4, 5]],
    ['in reverse', [5, 4, 3, 2, 1, 0]],
    ['the second before the first one’s failure', [0, 3, 1, 4, 2, 5]],
    ['the second twice', [0, 3, 3, 4, 4, 1, 2, 5]],
  ])('are applied %s, although both together exceed the payment', async (_what, order) => {
    const merchant = await paying.addMerchant()
    const stories = storiesOf(paying, merchant)
    const payment = await stories.refundFailed()
    await stories.refundAgain(payment)
    const events = await pushedEvents(paying, merchant)
    const paid = events.find(({ type }) => type === 'payment_intent.succeeded')
    if (!paid) throw new Error('not paid')
    await postWebhook(paying.service, paid.body)
    const news = await refundNews(merchant)
    for (const at of [...order, ...news.keys()]) {
      const { status } = await postWebhook(paying.service, news[at % news.length]?.body ?? '')
      expect(status).toBe(200)
    }
    const { payments, refunds } = await worldOf(paying, merchant)
    expect(payments).toMatchObject([{ status: 'succeeded', refundedCents: 0 }])
    expect(refunds.map(({ state }) => state)).toEqual(['failed', 'failed'])
    expect((await verifyLedger(paying.service.db)).differences).toEqual([])
  })
})

describe('a refund that carries the metadata of another', () => {
  it('is a separate refund', async () => {
    const merchant = await paying.addMerchant()
    const stories = storiesOf(paying, merchant)
    const payment = await stories.paid({ amountCents: 9000 })
    for (const { body } of await pushedEvents(paying, merchant)) await postWebhook(paying.service, body)
    await stories.post(`/payments/${payment.id}/refund`, { amountCents: 2000 })
    const [made] = await paying.service.db`select refund_id from refunds where payment_id = ${payment.id}`
    for (const amount of [1000, 2000]) {
      await paying.stripe.refunds.create(
        { payment_intent: payment.intentId, amount, metadata: { svcRefundId: made?.refundId } },
        { stripeAccount: merchant.accountId },
      )
    }
    for (const { body } of await refundNews(merchant)) await postWebhook(paying.service, body)
    const { payments, refunds } = await worldOf(paying, merchant)
    expect(payments).toMatchObject([{ status: 'partially_refunded', refundedCents: 5000 }])
    expect(refunds.map(({ amountCents }) => amountCents).sort()).toEqual([1000, 2000, 2000])
    expect((await verifyLedger(paying.service.db)).differences).toEqual([])
  })
})
