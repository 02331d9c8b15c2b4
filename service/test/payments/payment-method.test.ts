import { expect, it } from 'vitest'
import { usePaying } from '../support/paying.ts'

const paying = usePaying({ webhooks: true })
/** A service that gets no webhooks. */
const unheard = usePaying()
const methodOf = async (id: string) => (await paying.get(`/payments/${id}`)).body.paymentMethod

it('a payment shows its payment method as soon as the processor reports it', async () => {
  const { body: created } = await paying.create()
  expect(created.paymentMethod).toBeNull()
  const { id } = await paying.pay({ orderRef: 'with a card' }, 'pm_card_mastercard')
  const card = { type: 'card', brand: 'mastercard', last4: '4444' }
  await expect.poll(() => methodOf(id)).toEqual(card)
  const { body: list } = await paying.get('/payments?orderRef=with%20a%20card')
  expect(list.data).toMatchObject([{ svcPaymentId: id, paymentMethod: card }])
  const { body: seen } = await paying.service.admin('GET', `/payments/${id}`)
  expect(seen.paymentMethod).toEqual(card)
  await expect.poll(async () => (await paying.get(`/payments/${id}`)).body.status).toBe('succeeded')
  // the known card is kept, without further details
  const { body: refunded } = await paying.post(`/payments/${id}/refund`, { amountCents: 100 })
  expect(refunded.paymentMethod).toEqual(card)
  const [row] = await paying.service.db`select payment_method from payments where payment_id = ${id}`
  expect(row).toEqual({ paymentMethod: card })
})

it('after a decline, it is the last tried card', async () => {
  const { body } = await paying.create()
  const attempt = (method: string) =>
    paying.stripe.paymentIntents.confirm(
      body.processorPaymentIntentId,
      { payment_method: method, return_url: 'https://shop.example/return' },
      { stripeAccount: paying.merchant.accountId },
    )
  await attempt('pm_card_visa_chargeDeclined').catch(() => {})
  await expect.poll(() => methodOf(body.svcPaymentId)).toMatchObject({ type: 'card', brand: 'visa' })
  await attempt('pm_card_mastercard')
  await expect.poll(() => methodOf(body.svcPaymentId)).toMatchObject({ brand: 'mastercard' })
})

it('without such an event, a reading reports it', async () => {
  const { id } = await unheard.pay()
  const seen = async () => (await unheard.get(`/payments/${id}`)).body.paymentMethod
  expect(await seen()).toBeNull()
  expect((await unheard.post(`/payments/${id}/refund`, { amountCents: 100 })).status).toBe(200)
  expect(await seen()).toEqual({ type: 'card', brand: 'visa', last4: '4242' })
})
