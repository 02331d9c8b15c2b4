import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { failure, type Harness, harness } from './support/harness.ts'

const book = {
  price_data: { currency: 'eur', unit_amount: 1250, product_data: { name: 'Book' } },
  quantity: 2,
} satisfies Stripe.Checkout.SessionCreateParams.LineItem

const order = {
  mode: 'payment',
  line_items: [book],
  success_url: 'https://shop.test/thanks?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://shop.test/cart',
  client_reference_id: 'order-17',
  metadata: { order: '17' },
} satisfies Stripe.Checkout.SessionCreateParams

/** Pays as the page's script does. */
async function pay(
  h: Harness,
  id: string,
  payment_method_data: Stripe.PaymentIntentConfirmParams.PaymentMethodData,
) {
  const payment = await h.control<Stripe.PaymentIntent>('POST', `checkout_sessions/${id}/payment_intent`, {})
  // The SDK leaves the secret to browsers, too.
  const params = {
    client_secret: payment.client_secret,
    payment_method_data,
    return_url: 'https://shop.test/',
  }
  return h.client(h.sandbox.publishableKey).paymentIntents.confirm(payment.id, params as object)
}

function card(number: string): Stripe.PaymentIntentConfirmParams.PaymentMethodData {
  // The SDK leaves card numbers to browsers.
  return { type: 'card', card: { number, exp_month: 12, exp_year: 2034, cvc: '123' } } as never
}

async function open(h: Harness, id: string): Promise<Response> {
  return fetch(`${h.sandbox.url}/_sandbox/pages/sessions/${id}`, { redirect: 'manual' })
}

describe('a checkout session', () => {
  test('shows a page, takes a payment, and sends the shopper on', async () => {
    const h = await harness()
    const session = await h.stripe.checkout.sessions.create({
      ...order,
      payment_intent_data: { description: 'Order 17', metadata: { order: '17' } },
    })
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 2500,
      currency: 'eur',
      payment_intent: null,
      url: `${h.sandbox.url}/_sandbox/pages/sessions/${session.id}`,
    })
    const page = await (await fetch(String(session.url))).text()
    for (const text of ['2 × Book', '€25.00', 'name="number"', 'Back to shop.test'])
      expect(page).toContain(text)

    const declined = await failure(pay(h, session.id, card('4000000000000002')))
    expect(declined.code).toBe('card_declined')
    expect(await (await open(h, session.id)).text()).toContain('Your card was declined.')

    await pay(h, session.id, card('4242424242424242'))
    const paid = await h.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent', 'line_items'],
    })
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      payment_intent: {
        amount: 2500,
        description: 'Order 17',
        metadata: { order: '17' },
        status: 'succeeded',
      },
      line_items: { data: [{ description: 'Book', quantity: 2, amount_total: 2500 }] },
    })
    const next = await open(h, session.id)
    expect(next.headers.get('location')).toBe(`https://shop.test/thanks?session=${session.id}`)
    expect((await h.eventTypes()).slice(-3)).toEqual([
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ])
    const items = await h.stripe.checkout.sessions.listLineItems(session.id)
    expect(items.data).toMatchObject([{ object: 'item', price: { unit_amount: 1250 } }])
    const found = await h.stripe.checkout.sessions.list({ status: 'complete' })
    expect(found.data.map(({ id }) => id)).toEqual([session.id])
  })

  test('takes fees and holds for a connected account', async () => {
    const h = await harness()
    const { options } = await h.merchant()
    const payment_intent_data = { capture_method: 'manual', application_fee_amount: 100 } as const
    const session = await h.stripe.checkout.sessions.create({ ...order, payment_intent_data }, options)
    const { id } = await h.control<Stripe.PaymentIntent>(
      'POST',
      `checkout_sessions/${session.id}/payment_intent`,
      {},
    )
    const confirm = { payment_method: 'pm_card_visa', return_url: 'https://shop.test/' }
    await h.stripe.paymentIntents.confirm(id, confirm, options)
    const held = await h.stripe.checkout.sessions.retrieve(session.id, {}, options)
    expect(held).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
    const captured = await h.stripe.paymentIntents.capture(id, {}, options)
    expect(captured.application_fee_amount).toBe(100)
    expect((await h.stripe.checkout.sessions.retrieve(session.id, {}, options)).payment_status).toBe('paid')
  })

  test.each([
    ['AT611904300234573201', 'paid', 'checkout.session.async_payment_succeeded'],
    ['AT861904300235473202', 'unpaid', 'checkout.session.async_payment_failed'],
  ] as const)('reports the outcome of a debit of %s later', async (iban, payment_status, event) => {
    const h = await harness({ settleAfterMs: 60_000 })
    const { id } = await h.stripe.checkout.sessions.create({
      ...order,
      allowed_payment_method_types: ['sepa_debit'],
    })
    const billing_details = { name: 'Robin Doe', email: 'robin@example.com' }
    await pay(h, id, { type: 'sepa_debit', sepa_debit: { iban }, billing_details })
    expect(await h.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      customer_details: billing_details,
    })
    await h.control('POST', 'clock', { advance_seconds: 60 })
    expect((await h.stripe.checkout.sessions.retrieve(id)).payment_status).toBe(payment_status)
    expect((await h.eventTypes()).filter(type => type.startsWith('checkout.'))).toEqual([
      'checkout.session.completed',
      event,
    ])
  })

  test('expires when asked to, and after a day', async () => {
    const h = await harness()
    const one = await h.stripe.checkout.sessions.create(order)
    const other = await h.stripe.checkout.sessions.create(order)
    expect((await h.stripe.checkout.sessions.expire(one.id)).status).toBe('expired')
    await h.control('POST', 'clock', { advance_seconds: 24 * 60 * 60 })
    expect((await h.stripe.checkout.sessions.retrieve(other.id)).status).toBe('expired')
    expect(await h.eventTypes()).toEqual(['checkout.session.expired', 'checkout.session.expired'])
    expect((await open(h, one.id)).status).toBe(410)
    await expect(pay(h, one.id, card('4242424242424242'))).rejects.toThrow('status of expired')
  })

  test.each([
    [{ mode: 'subscription' as const }, 'mode=subscription'],
    [{ line_items: [{ price: 'price_1', quantity: 1 }] }, 'line_items[0][price]'],
    [{ line_items: [book, { ...book, price_data: { ...book.price_data, currency: 'usd' } }] }, 'line_items'],
  ])('refuses %j', async (params, param) => {
    const { stripe } = await harness()
    expect((await failure(stripe.checkout.sessions.create({ ...order, ...params }))).param).toBe(param)
  })
})

test('sessions that are not simulated are refused as such, not for missing parameters', async () => {
  const { stripe } = await harness()
  const error = await failure(
    stripe.checkout.sessions.create({ mode: 'setup', currency: 'usd', success_url: 'http://127.0.0.1/' }),
  )
  expect(error.message).toBe('This sandbox does not simulate `mode=setup`.')
})
