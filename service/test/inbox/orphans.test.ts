import { describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { startReceiver } from '../support/receiver.ts'
import { backUp } from '../support/restore.ts'
import { eventOf, postWebhook, pushedEvents } from './webhooks.ts'

/** Events of payments that this database has lost. */
const paying = usePaying()

const onAccount = () => ({ stripeAccount: paying.merchant.accountId })

const eventsOf = async (paymentIntent: string) =>
  (await pushedEvents(paying, paying.merchant)).filter(({ body }) => body.includes(paymentIntent))

const outcomeOf = async (eventId: string) => {
  const [row] = await paying.service.db`select outcome, payment_id from events where event_id = ${eventId}`
  return row
}

async function forgotten<Made>(make: () => Promise<Made>): Promise<Made> {
  const restore = await backUp(paying)
  await waitFor(async () => expect((await paying.get('/payments')).status).toBe(200))
  const made = await make()
  await restore()
  return made
}

describe('an event of a payment that this database has lost', () => {
  it('restores it, with its refunds and postings, and is forwarded', async () => {
    const receiver = await startReceiver()
    const path = `/merchants/${paying.merchant.merchantId}/callback`
    await paying.service.admin('PUT', path, { url: receiver.url })
    const key = newKey()
    const body = { orderRef: key, branch: 'north', customerRef: 'ann', description: 'Bread' }
    const { id, intentId, first, refund } = await forgotten(async () => {
      const first = await paying.create(body, key)
      const id = first.body.svcPaymentId
      const intentId = first.body.processorPaymentIntentId
      await paying.stripe.paymentIntents.confirm(
        intentId,
        { payment_method: 'pm_card_visa', return_url: 'https://shop.example/' },
        onAccount(),
      )
      const headers = { 'idempotency-key': key }
      const refund = await paying.post(`/payments/${id}/refund`, { amountCents: 1000 }, headers)
      expect(refund.status).toBe(200)
      return { id, intentId, first, refund }
    })
    expect((await paying.get(`/payments/${id}`)).status).toBe(404)
    const events = await waitFor(async () => {
      const found = await eventsOf(intentId)
      expect(found.map(({ type }) => type)).toContain('charge.refunded')
      return found
    })
    // in reverse order: any of the events restores the payment
    for (const event of events.reverse()) {
      const { body: answer } = await postWebhook(paying.service, event.body)
      const isForwarded = /payment_intent.succeeded|charge.refunded/.test(event.type)
      expect([event.type, answer.forwarded]).toEqual([event.type, isForwarded])
    }
    const { body: payment } = await paying.get(`/payments/${id}`)
    expect(payment).toMatchObject({
      status: 'partially_refunded',
      orderRef: key,
      refundedCents: 1000,
      refunds: [{ amountCents: 1000 }],
    })
    const [row] = await paying.service.db`
      select branch, customer_ref, description from payments where payment_id = ${id}`
    expect(row).toEqual({ branch: 'north', customerRef: 'ann', description: 'Bread' })
    expect((await verifyLedger(paying.service.db)).differences).toEqual([])
    const { createdAt, updatedAt, ...answer } = (await paying.create(body, key)).body
    expect(first.body).toMatchObject(answer)
    const again = await paying.post(
      `/payments/${id}/refund`,
      { amountCents: 1000 },
      { 'idempotency-key': key },
    )
    expect([again.status, again.body.refundedCents]).toEqual([200, refund.body.refundedCents])
    const attention = (await paying.service.admin('GET', '/overview')).body.attention
    expect(attention.restoredPayments).toBe(1)
    const metrics = await paying.service.call('GET', '/metrics', { operator: true })
    expect(metrics.text).toContain('svcpay_events_orphaned_total 1')
    expect(paying.service.logged.join('')).toContain('restored an unknown payment')
  })

  it('restores it if it is a dispute, which reports nothing of the payment itself', async () => {
    const { id, intentId } = await forgotten(() => paying.pay({}, 'pm_card_createDispute'))
    const event = await waitFor(async () => {
      const found = (await eventsOf(intentId)).find(({ type }) => type === 'charge.dispute.created')
      if (!found) throw new Error('no dispute yet')
      return found
    })
    await postWebhook(paying.service, event.body)
    expect(await outcomeOf(event.id)).toEqual({ outcome: 'applied', paymentId: id })
    const { body } = await paying.get(`/payments/${id}`)
    expect(body).toMatchObject({ status: 'succeeded', disputedCents: 5000 })
    expect((await verifyLedger(paying.service.db)).differences).toEqual([])
  })

  it.each([{ svcDigest: 'spoiled' }, { svcKey: 'k'.repeat(300) }])(
    'restores it without its key if that was edited: %o',
    async metadata => {
      const { id, intentId } = await forgotten(() => paying.pay())
      await paying.stripe.paymentIntents.update(intentId, { metadata }, onAccount())
      const intent = await paying.stripe.paymentIntents.retrieve(intentId, undefined, onAccount())
      const event = eventOf('payment_intent.succeeded', intent, { account: paying.merchant.accountId })
      await postWebhook(paying.service, JSON.stringify(event))
      expect(await outcomeOf(event.id)).toEqual({ outcome: 'unchanged', paymentId: id })
      expect((await paying.get(`/payments/${id}`)).body.status).toBe('succeeded')
    },
  )

  it('marks history as incomplete before it restores the payment, which is no orphan afterwards', async () => {
    const restore = await backUp(paying)
    const { id, intentId } = await paying.pay()
    const { db } = await restore({ isNoticed: false })
    const intent = await paying.stripe.paymentIntents.retrieve(intentId, undefined, onAccount())
    const event = eventOf('payment_intent.succeeded', intent, { account: paying.merchant.accountId })
    const fault = { operation: 'payment_intents.retrieve', kind: 'error', status: 500, skip: 1, count: 10 }
    await paying.control('/faults', fault)
    await postWebhook(paying.service, JSON.stringify(event))
    await paying.clearFaults()
    expect(await db`select 1 from payments where payment_id = ${id}`).toHaveLength(1)
    const marked = await db`select merchant_id from incomplete_histories`
    expect(marked.map(({ merchantId }) => merchantId)).toContain(paying.merchant.merchantId)
  })

  it('whose create is retried at the same time results in one payment', async () => {
    const key = newKey()
    const intentId = await forgotten(async () => {
      const { body } = await paying.create({ orderRef: key }, key)
      await paying.stripe.paymentIntents.cancel(body.processorPaymentIntentId, {}, onAccount())
      return body.processorPaymentIntentId
    })
    const [event] = (await eventsOf(intentId)).filter(({ type }) => type === 'payment_intent.canceled')
    const [created] = await Promise.all([
      paying.create({ orderRef: key }, key),
      postWebhook(paying.service, event?.body ?? Buffer.alloc(0)),
    ])
    expect(created.body.processorPaymentIntentId).toBe(intentId)
    const { body } = await paying.get(`/payments?orderRef=${key}`)
    expect(body.data).toHaveLength(1)
  })
})

describe('an event of a payment made elsewhere, with metadata', () => {
  const made = async (metadata: Record<string, string>, account = paying.merchant.accountId) =>
    await paying.stripe.paymentIntents.create(
      { amount: 5000, currency: 'usd', metadata },
      { stripeAccount: account },
    )
  const expectForeign = async (intent: object, account = paying.merchant.accountId) => {
    const event = eventOf('payment_intent.canceled', { ...intent, status: 'canceled' }, { account })
    await postWebhook(paying.service, JSON.stringify(event))
    expect(await outcomeOf(event.id)).toEqual({ outcome: 'ignored', paymentId: null })
  }
  const copied = async () => {
    const { body } = await paying.create()
    const intent = await paying.stripe.paymentIntents.retrieve(
      body.processorPaymentIntentId,
      undefined,
      onAccount(),
    )
    return intent.metadata as Record<string, string>
  }

  it('copied from a known payment of ours: stays foreign', async () => {
    await expectForeign(await made(await copied()))
  })

  it('copied from a lost payment of ours: stays foreign', async () => {
    const metadata = await forgotten(copied)
    await expectForeign(await made(metadata))
    expect((await paying.get(`/payments/${metadata.svcPaymentId}`)).status).toBe(404)
  })

  it('copied to another account: stays foreign', async () => {
    const metadata = await forgotten(copied)
    const mine = paying.merchant
    paying.merchant = await paying.addMerchant()
    await expectForeign(await made(metadata), paying.merchant.accountId)
    paying.merchant = mine
  })

  it('with our ids and another seal, or none: stays foreign', async () => {
    const { svcSeal: _, ...metadata } = await forgotten(copied)
    await expectForeign(await made({ ...metadata, svcPaymentId: 'svcpay_01h455vb4pex5vsknk084sn02q' }))
    await expectForeign(await made({ ...metadata, svcSeal: 'A'.repeat(32) }))
  })
})
