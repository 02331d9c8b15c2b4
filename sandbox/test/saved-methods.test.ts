import { describe, expect, test } from 'vitest'
import { failure, type Harness, harness } from './support/harness.ts'

const base = { amount: 1000, currency: 'usd', allowed_payment_method_types: ['card'] }
const card = { type: 'card', card: { number: '4242424242424242', exp_month: 12, exp_year: 2034 } } as const
const usedBefore = /previously used with a PaymentIntent without Customer attachment/

async function setUp() {
  const h = await harness()
  const { stripe } = h
  const method = (await stripe.paymentMethods.create(card)).id
  const customer = (await stripe.customers.create({})).id
  return { ...h, method, customer, pay: payer(h) }
}

function payer({ stripe }: Harness) {
  return (payment_method: string, more = {}) =>
    stripe.paymentIntents.create({ ...base, confirm: true, payment_method, ...more })
}

describe('a payment method without a customer', () => {
  test('can be used once', async () => {
    const { stripe, method, customer, pay } = await setUp()
    await pay(method)
    const again = await failure(pay(method))
    expect(again).toMatchObject({
      statusCode: 400,
      type: 'StripeInvalidRequestError',
      param: 'payment_method',
    })
    expect(again.message).toMatch(usedBefore)
    const attach = await failure(stripe.paymentMethods.attach(method, { customer }))
    expect(attach.message).toMatch(/may not be used again/)
    expect((await stripe.charges.list()).data).toHaveLength(1)
  })

  test('can be used once even if it is declined', async () => {
    const { stripe, pay } = await setUp()
    const number = '4000000000000002'
    const { id } = await stripe.paymentMethods.create({ ...card, card: { ...card.card, number } })
    expect((await failure(pay(id))).code).toBe('card_declined')
    expect((await failure(pay(id))).message).toMatch(usedBefore)
  })

  test('becomes the customer’s if it is set up for future use', async () => {
    const { stripe, method, customer, pay, eventTypes } = await setUp()
    await pay(method, { customer, setup_future_usage: 'off_session' })
    expect((await stripe.paymentMethods.retrieve(method)).customer).toBe(customer)
    expect(await eventTypes()).toContain('payment_method.attached')
    expect((await pay(method, { customer, off_session: true })).status).toBe('succeeded')
  })

  test('does not become a customer’s just because one is named', async () => {
    const { stripe, method, customer, pay } = await setUp()
    await pay(method, { customer })
    expect((await stripe.paymentMethods.retrieve(method)).customer).toBeNull()
    expect((await failure(pay(method, { customer }))).message).toMatch(usedBefore)
  })
})

describe('a customer’s payment method', () => {
  test('can be used by its customer as often as needed, and by no other', async () => {
    const { stripe, method, customer, pay } = await setUp()
    await stripe.paymentMethods.attach(method, { customer })
    for (const _ of [1, 2]) expect((await pay(method, { customer })).status).toBe('succeeded')
    const refused = await failure(pay(method))
    expect(refused.message).toContain(`belongs to the Customer ${customer}`)
    const other = (await stripe.customers.create({})).id
    const foreign = await failure(pay(method, { customer: other }))
    expect(foreign.message).toContain(`does not belong to the Customer you supplied ${other}`)
    expect((await stripe.charges.list()).data).toHaveLength(2)
  })

  test('is attached once, and is spent when detached', async () => {
    const { stripe, method, customer, pay } = await setUp()
    await stripe.paymentMethods.attach(method, { customer })
    const again = await failure(stripe.paymentMethods.attach(method, { customer }))
    expect(again.message).toBe('The payment method you provided has already been attached to a customer.')
    expect((await stripe.paymentMethods.detach(method)).customer).toBeNull()
    expect((await failure(pay(method))).message).toMatch(usedBefore)
    const { id } = await stripe.paymentIntents.create(base)
    const late = await failure(stripe.paymentIntents.confirm(id, { payment_method: method }))
    expect(late.message).toMatch(usedBefore)
  })
})

test('a test token is a new payment method each time', async () => {
  const { pay } = await setUp()
  for (const _ of [1, 2]) expect((await pay('pm_card_visa')).status).toBe('succeeded')
})

describe('a shared test id is an object', () => {
  test('that can be retrieved, each time as a new one', async () => {
    const { stripe } = await harness()
    const one = await stripe.paymentMethods.retrieve('pm_card_mastercard')
    const other = await stripe.paymentMethods.retrieve('pm_card_mastercard')
    expect(one).toMatchObject({ card: { brand: 'mastercard', last4: '4444' }, customer: null })
    expect(one.id).toMatch(/^pm_1/)
    expect(other.id).not.toBe(one.id)
    const bank = await stripe.paymentMethods.retrieve('pm_usBankAccount_success')
    expect(bank.us_bank_account?.last4).toBe('6789')
    const error = await failure(stripe.paymentMethods.retrieve('pm_card_nobody'))
    expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  })

  test('that a new customer can have as the default', async () => {
    const { stripe } = await harness()
    const customer = await stripe.customers.create({
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    })
    const [method] = (await stripe.paymentMethods.list({ customer: customer.id })).data
    expect(customer.invoice_settings.default_payment_method).toBe(method?.id)
    const invoice_settings = { default_payment_method: 'pm_card_visa' }
    const error = await failure(stripe.customers.create({ invoice_settings }))
    expect(error.param).toBe('invoice_settings[default_payment_method]')
  })
})
