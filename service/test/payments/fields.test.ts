import { beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { storiesOf } from '../inbox/stories.ts'
import { usePaying } from '../support/paying.ts'

const paying = usePaying({ webhooks: true })

beforeEach(async () => {
  paying.merchant = await paying.addMerchant({ feeBps: 1_000 })
})

const read = async (id: string) => (await paying.get(`/payments/${id}`)).body
const untilStatus = (id: string, status: string) =>
  waitFor(async () => expect((await read(id)).status).toBe(status))

describe('a payment shows its history', () => {
  it('from its creation to its refunds', async () => {
    const { id } = await paying.pay({ amountCents: 5_000, captureMethod: 'manual' })
    await untilStatus(id, 'requires_capture')
    expect(await read(id)).toMatchObject({
      captureMethod: 'manual',
      capturedCents: 0,
      refundedCents: 0,
      applicationFeeRefundedCents: 0,
      disputedCents: 0,
      failure: null,
      refunds: [],
    })
    const captured = await paying.post(`/payments/${id}/capture`, { amountCents: 4_000 })
    expect(captured.body).toMatchObject({ amountCents: 4_000, capturedCents: 4_000 })
    const refunded = await paying.post(`/payments/${id}/refund`, { amountCents: 1_000, reason: 'duplicate' })
    expect(refunded.body).toMatchObject({ refundedCents: 1_000, applicationFeeRefundedCents: 100 })
    expect(Date.parse(refunded.body.updatedAt)).toBeGreaterThan(Date.parse(captured.body.updatedAt))
    const payment = await read(id)
    expect(payment.refunds).toEqual([
      {
        refundId: expect.stringMatching(/^svcrf_/),
        amountCents: 1_000,
        status: 'succeeded',
        reason: 'duplicate',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    ])
    expect(payment.createdAt).toBe(captured.body.createdAt)
    const { body } = await paying.get('/payments?limit=1')
    const { refunds: _, disputes: __, ...fields } = payment
    expect(body.data[0]).toEqual(fields)
  })

  it('and the reason of its failure', async () => {
    const { id, intentId } = await storiesOf(paying, paying.merchant).created()
    await paying.stripe.paymentIntents
      .confirm(
        intentId,
        {
          payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds',
          return_url: 'https://shop.example/',
        },
        { stripeAccount: paying.merchant.accountId },
      )
      .catch(() => {})
    await waitFor(async () => {
      expect((await read(id)).failure).toMatchObject({ code: 'insufficient_funds' })
    })
  })

  it('and its disputed amount', async () => {
    const stories = storiesOf(paying, paying.merchant)
    const [lost, won] = [await stories.disputeLost(), await stories.disputeWon()]
    await waitFor(async () => {
      expect(await read(lost.id)).toMatchObject({ status: 'succeeded', disputedCents: 6_100 })
      expect(await read(won.id)).toMatchObject({ status: 'succeeded', disputedCents: 0 })
    })
  })

  it('in the unit of its currency if an amount is too large', async () => {
    const asked = async (currency: string, amountCents: number) => {
      const { id } = await paying.pay({ amountCents: 2_999, currency })
      await untilStatus(id, 'succeeded')
      return (await paying.post(`/payments/${id}/refund`, { amountCents })).body.detail
    }
    expect(await asked('usd', 3_000)).toBe('$29.99 is left to refund: amountCents must be at most 2999.')
    expect(await asked('jpy', 3_000)).toBe('¥2,999 is left to refund: amountCents must be at most 2999.')
  })
})
