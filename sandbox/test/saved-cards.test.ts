import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { failure, type Harness, harness } from './support/harness.ts'

/** A card whose bank requires 3-D Secure unless it was set up for payments without the shopper. */
const strict = 'pm_card_authenticationRequired'

async function saved(h: Harness, usage: 'on_session' | 'off_session') {
  const { id: customer } = await h.stripe.customers.create({})
  const setup = await h.stripe.setupIntents.create({
    customer,
    usage,
    confirm: true,
    payment_method: strict,
    return_url: 'https://shop.test/',
  })
  expect(setup.status).toBe('requires_action')
  await h.control('POST', `setup_intents/${setup.id}/next_action`, { outcome: 'succeed' })
  const done = await h.stripe.setupIntents.retrieve(setup.id, { expand: ['payment_method'] })
  expect(done).toMatchObject({ status: 'succeeded', usage, payment_method: { customer } })
  const method = done.payment_method as Stripe.PaymentMethod
  const pay = (params: Partial<Stripe.PaymentIntentCreateParams>) =>
    h.stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      customer,
      payment_method: method.id,
      allowed_payment_method_types: ['card'],
      confirm: true,
      ...params,
    })
  return { customer, method, pay }
}

describe('a saved card', () => {
  test('that was set up for off-session payments pays without its shopper', async () => {
    const { pay } = await saved(await harness(), 'off_session')
    expect((await pay({ off_session: true })).status).toBe('succeeded')
    expect((await pay({ off_session: true, capture_method: 'manual' })).status).toBe('requires_capture')
  })

  test('that was set up for on-session payments is declined, until its shopper comes back', async () => {
    const h = await harness()
    const { method, pay } = await saved(h, 'on_session')
    const error = await failure(pay({ off_session: true }))
    expect(error).toMatchObject({
      statusCode: 402,
      code: 'authentication_required',
      payment_intent: { status: 'requires_payment_method' },
      payment_method: { id: method.id },
    })
    const id = String(error.payment_intent?.id)
    const back = await h.stripe.paymentIntents.confirm(id, {
      payment_method: method.id,
      return_url: 'https://shop.test/',
    })
    expect(back.status).toBe('requires_action')
    await h.control('POST', `payment_intents/${id}/next_action`, { outcome: 'succeed' })
    expect((await h.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
  })

  test('pays on session with 3-D Secure, however it was set up', async () => {
    const { pay } = await saved(await harness(), 'off_session')
    expect((await pay({ return_url: 'https://shop.test/' })).status).toBe('requires_action')
  })

  test('belongs to its customer alone, and is gone once it is detached', async () => {
    const h = await harness()
    const { method, pay } = await saved(h, 'off_session')
    const { id: other } = await h.stripe.customers.create({})
    const stolen = { customer: other, payment_method: method.id, confirm: true }
    expect((await failure(h.stripe.setupIntents.create(stolen))).param).toBe('payment_method')
    expect((await failure(pay({ customer: other, off_session: true }))).param).toBe('payment_method')
    await h.stripe.paymentMethods.detach(method.id)
    expect((await failure(pay({ off_session: true }))).message).toContain('may not be used again')
  })

  test('can be set up once more, to be used off session from then on', async () => {
    const h = await harness()
    const { customer, method, pay } = await saved(h, 'on_session')
    const again = await h.stripe.setupIntents.create({
      customer,
      usage: 'off_session',
      confirm: true,
      payment_method: method.id,
      return_url: 'https://shop.test/',
    })
    await h.control('POST', `setup_intents/${again.id}/next_action`, { outcome: 'succeed' })
    expect((await pay({ off_session: true })).status).toBe('succeeded')
  })
})
