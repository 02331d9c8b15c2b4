import { describe, expect, it, vi } from 'vitest'
import { newKey, usePaying } from '../support/paying.ts'
import { startReceiver } from '../support/receiver.ts'

const paying = usePaying({ webhooks: true })

const eventsOf = (merchantId: string) => paying.service.db`
  select type, outcome, payment_id from events where merchant_id = ${merchantId} and type = 'payment_intent.succeeded'`

describe('an event that comes before its payment is settled', () => {
  it('waits, is matched as soon as it is, and is forwarded once', async () => {
    const receiver = await startReceiver()
    const merchant = await paying.addMerchant({ callbackUrl: receiver.url })
    const key = newKey()
    const create = () =>
      paying.service.call('POST', '/v1/payments/intents', {
        key: merchant.apiKey,
        body: { amountCents: 5000 },
        headers: { 'idempotency-key': key },
      })
    // the processor has the payment, its answer is lost
    await paying.control('/faults', { operation: 'payment_intents.create', kind: 'lost' })
    expect((await create()).status).toBe(504)
    const there = { stripeAccount: merchant.accountId }
    const intent = (await paying.stripe.paymentIntents.list({}, there)).data[0]
    if (!intent) throw new Error('no intent')
    await paying.stripe.paymentIntents.confirm(
      intent.id,
      { payment_method: 'pm_card_visa', return_url: 'https://shop.example' },
      there,
    )
    await vi.waitFor(
      async () =>
        expect(await eventsOf(merchant.merchantId)).toEqual([
          { type: 'payment_intent.succeeded', outcome: 'waiting', paymentId: null },
        ]),
      { timeout: 10_000 },
    )
    expect(receiver.received).toEqual([])
    const { status, body } = await create()
    expect(status).toBe(200)
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 15_000 })
    expect(receiver.received[0]?.headers).toMatchObject({
      'svc-event-type': 'payment_intent.succeeded',
      'svc-payment-id': body.svcPaymentId,
    })
    expect((await eventsOf(merchant.merchantId))[0]).not.toMatchObject({ outcome: 'waiting' })
    const path = `/v1/payments/${body.svcPaymentId}`
    const { body: payment } = await paying.service.call('GET', path, { key: merchant.apiKey })
    expect(payment.status).toBe('succeeded')
    expect(
      await paying.service.db`select 1 from deliveries where merchant_id = ${merchant.merchantId}`,
    ).toHaveLength(1)
  })

  it('is let go when the payment never comes to be', async () => {
    const merchant = await paying.addMerchant({ callbackUrl: 'http://127.0.0.1:9/' })
    const db = paying.service.db
    await paying.control('/faults', { operation: 'payment_intents.create', kind: 'lost' })
    await paying.service.call('POST', '/v1/payments/intents', {
      key: merchant.apiKey,
      body: { amountCents: 5000 },
      headers: { 'idempotency-key': newKey() },
    })
    const there = { stripeAccount: merchant.accountId }
    const intent = (await paying.stripe.paymentIntents.list({}, there)).data[0]
    if (!intent) throw new Error('no intent')
    await db`
      update operations set lease_until = now() + interval '1 hour' where merchant_id = ${merchant.merchantId}`
    await paying.stripe.paymentIntents.cancel(intent.id, {}, there)
    const outcome = async () =>
      (
        await db`select outcome from events
          where merchant_id = ${merchant.merchantId} and type = 'payment_intent.canceled'`
      )[0]?.outcome
    await vi.waitFor(async () => expect(await outcome()).toBe('waiting'), { timeout: 10_000 })
    await db`
      update operations set state = 'refused', lease_until = null, refusal = 'x', settled_at = now()
      where merchant_id = ${merchant.merchantId}`
    await vi.waitFor(async () => expect(await outcome()).toBe('ignored'), { timeout: 10_000 })
    expect(await db`select 1 from deliveries where merchant_id = ${merchant.merchantId}`).toEqual([])
  })
})
