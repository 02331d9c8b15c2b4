import { beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { newKey, type PayingMerchant, usePaying } from '../support/paying.ts'
import { startReceiver } from '../support/receiver.ts'

const paying = usePaying({ role: 'all', webhooks: true })

beforeEach(() => paying.clearFaults())

const create = (merchant: PayingMerchant, key: string) =>
  paying.service.call('POST', '/v1/payments/intents', {
    key: merchant.apiKey,
    body: { amountCents: 5000 },
    headers: { 'idempotency-key': key },
  })

const moveLease = (merchant: PayingMerchant, seconds: number) => paying.service.db`
  update open_operations set lease_until = now() + ${seconds} * interval '1 second'
  where merchant_id = ${merchant.merchantId}`

/** Creates a payment at the processor, and loses the answer of every try. */
async function unsettled(merchant: PayingMerchant, key: string): Promise<string> {
  const lost = { operation: 'payment_intents.create', kind: 'lost', count: 1_000_000 }
  await paying.control('/faults', lost)
  expect((await create(merchant, key)).status).toBe(504)
  await moveLease(merchant, 50)
  const { data } = await paying.stripe.paymentIntents.list({}, { stripeAccount: merchant.accountId })
  if (!data[0]) throw new Error('no intent')
  return data[0].id
}

/** Completes the payment by a retry, unless the recovery job has been faster. */
async function settled(merchant: PayingMerchant, key: string): Promise<{ svcPaymentId: string }> {
  await paying.clearFaults()
  await moveLease(merchant, 0)
  return await waitFor(async () => {
    const { status, body } = await create(merchant, key)
    expect(status).toBe(200)
    return body
  })
}

const confirm = (merchant: PayingMerchant, intentId: string) =>
  paying.stripe.paymentIntents.confirm(
    intentId,
    { payment_method: 'pm_card_visa', return_url: 'https://shop.example' },
    { stripeAccount: merchant.accountId },
  )

const outcomesOf = async (merchant: PayingMerchant, types: string[]) => {
  const rows = await paying.service.db`
    select type, outcome from events where merchant_id = ${merchant.merchantId} and type = any(${types})`
  return Object.fromEntries(rows.map(({ type, outcome }) => [type, outcome]))
}

describe('an event that comes before its payment is settled', () => {
  it('waits, is matched as soon as the payment is settled, and is forwarded once', async () => {
    const receiver = await startReceiver()
    const merchant = await paying.addMerchant({ callbackUrl: receiver.url })
    const key = newKey()
    const intentId = await unsettled(merchant, key)
    await confirm(merchant, intentId)
    const types = ['payment_intent.succeeded']
    await waitFor(async () =>
      expect(await outcomesOf(merchant, types)).toEqual({ 'payment_intent.succeeded': 'waiting' }),
    )
    expect(receiver.received).toEqual([])
    const { svcPaymentId } = await settled(merchant, key)
    await waitFor(() => expect(receiver.received).toHaveLength(1))
    expect(receiver.received[0]?.headers).toMatchObject({
      'svc-event-type': 'payment_intent.succeeded',
      'svc-payment-id': svcPaymentId,
    })
    expect(await outcomesOf(merchant, types)).not.toMatchObject({ 'payment_intent.succeeded': 'waiting' })
    const path = `/v1/payments/${svcPaymentId}`
    const { body: payment } = await paying.service.call('GET', path, { key: merchant.apiKey })
    expect(payment.status).toBe('succeeded')
    expect(
      await paying.service.db`select 1 from deliveries where merchant_id = ${merchant.merchantId}`,
    ).toHaveLength(1)
  })

  it('waits even if it does not name our payment', async () => {
    const receiver = await startReceiver()
    const merchant = await paying.addMerchant({ callbackUrl: receiver.url })
    const key = newKey()
    const intentId = await unsettled(merchant, key)
    await confirm(merchant, intentId)
    await paying.stripe.refunds.create(
      { payment_intent: intentId, amount: 2000 },
      { stripeAccount: merchant.accountId },
    )
    const types = ['payment_intent.succeeded', 'refund.created', 'charge.refunded']
    const allWait = Object.fromEntries(types.map(type => [type, 'waiting']))
    await waitFor(async () => expect(await outcomesOf(merchant, types)).toEqual(allWait))
    const { svcPaymentId } = await settled(merchant, key)
    await waitFor(() =>
      expect(receiver.received.map(({ headers }) => headers['svc-event-type']).sort()).toEqual([
        'charge.refunded',
        'payment_intent.succeeded',
      ]),
    )
    const path = `/v1/payments/${svcPaymentId}`
    const { body: payment } = await paying.service.call('GET', path, { key: merchant.apiKey })
    expect(payment.status).toBe('partially_refunded')
  })

  it('waits for no payment that began after it arrived', async () => {
    const merchant = await paying.addMerchant()
    const elsewhere = await paying.stripe.paymentIntents.create(
      {
        amount: 900,
        currency: 'usd',
        payment_method: 'pm_card_visa',
        return_url: 'https://shop.example',
        confirm: true,
      },
      { stripeAccount: merchant.accountId },
    )
    await unsettled(merchant, newKey())
    await paying.stripe.refunds.create(
      { payment_intent: elsewhere.id },
      { stripeAccount: merchant.accountId },
    )
    const types = ['charge.refunded']
    await waitFor(async () =>
      expect(await outcomesOf(merchant, types)).toEqual({ 'charge.refunded': 'waiting' }),
    )
    await paying.service.db`
      update open_operations set created_at = now() + interval '1 minute' where merchant_id = ${merchant.merchantId}`
    await waitFor(async () =>
      expect(await outcomesOf(merchant, types)).toEqual({ 'charge.refunded': 'ignored' }),
    )
  })

  it('stops waiting if the payment is never created', async () => {
    const merchant = await paying.addMerchant({ callbackUrl: 'http://127.0.0.1:9/' })
    const db = paying.service.db
    const intentId = await unsettled(merchant, newKey())
    const onAccount = { stripeAccount: merchant.accountId }
    // with its seal, it would be restored as ours
    await paying.stripe.paymentIntents.update(intentId, { metadata: { svcSeal: '' } }, onAccount)
    await paying.stripe.paymentIntents.cancel(intentId, {}, onAccount)
    const outcome = async () =>
      (await outcomesOf(merchant, ['payment_intent.canceled']))['payment_intent.canceled']
    await waitFor(async () => expect(await outcome()).toBe('waiting'))
    await db`
      update operations set state = 'refused', refusal = 'x', settled_at = now()
      where merchant_id = ${merchant.merchantId}`
    await waitFor(async () => expect(await outcome()).toBe('ignored'))
    expect(await db`select 1 from deliveries where merchant_id = ${merchant.merchantId}`).toEqual([])
  })
})
