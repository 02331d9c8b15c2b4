import { expect, test } from 'vitest'
import { failure, harness } from './support/harness.ts'

test('a customer keeps invoice settings, locales and tax status', async () => {
  const { stripe } = await harness()
  const { id, ...created } = await stripe.customers.create({
    preferred_locales: ['de', 'en'],
    tax_exempt: 'reverse',
    payment_method: 'pm_card_visa',
    invoice_settings: { footer: 'Thank you', custom_fields: [{ name: 'PO', value: '7' }] },
  })
  expect(created).toMatchObject({
    preferred_locales: ['de', 'en'],
    tax_exempt: 'reverse',
    invoice_settings: { footer: 'Thank you', custom_fields: [{ name: 'PO', value: '7' }] },
  })
  const [method] = (await stripe.paymentMethods.list({ customer: id })).data
  const expand = ['invoice_settings.default_payment_method']
  const invoice_settings = { default_payment_method: method?.id ?? '' }
  const updated = await stripe.customers.update(id, { invoice_settings, tax_exempt: 'none', expand })
  expect(updated).toMatchObject({
    tax_exempt: 'none',
    preferred_locales: ['de', 'en'],
    invoice_settings: { footer: 'Thank you', default_payment_method: { id: method?.id } },
  })
})

test('a customer’s default payment method must be their own', async () => {
  const { stripe } = await harness()
  const { id } = await stripe.customers.create({})
  const { id: default_payment_method } = await stripe.paymentMethods.create({
    type: 'card',
    card: { token: 'tok_visa' },
  })
  const error = await failure(stripe.customers.update(id, { invoice_settings: { default_payment_method } }))
  expect(error).toMatchObject({ code: 'resource_missing', param: 'invoice_settings[default_payment_method]' })
})

test('an account keeps its business profile and its acceptance of the terms', async () => {
  const { stripe } = await harness()
  const { id } = await stripe.accounts.create({
    type: 'standard',
    business_profile: { name: 'Shop', mcc: '5734', support_email: 'help@example.com' },
    tos_acceptance: { date: 1_700_000_000, ip: '192.0.2.1' },
  })
  const updated = await stripe.accounts.update(id, {
    business_profile: { support_address: { city: 'Bern', country: 'CH' }, product_description: 'Books' },
  })
  expect(updated).toMatchObject({
    business_profile: {
      name: 'Shop',
      mcc: '5734',
      support_email: 'help@example.com',
      product_description: 'Books',
      support_address: { city: 'Bern', country: 'CH', line1: null },
    },
    tos_acceptance: { date: 1_700_000_000, ip: '192.0.2.1' },
  })
})

test.each([
  ['settings[invoices]', { settings: { invoices: { hosted_payment_method_save: 'offer' as const } } }],
  ['individual[verification]', { individual: { verification: { document: { front: 'file_1' } } } }],
  ['business_profile[annual_revenue]', { business_profile: { annual_revenue: revenue() } }],
])('an account’s %s is refused, since it is not simulated', async (param, params) => {
  const { stripe } = await harness()
  const error = await failure(stripe.accounts.create({ type: 'standard', ...params }))
  expect(error).toMatchObject({ param, message: `This sandbox does not simulate \`${param}\`.` })
})

function revenue() {
  return { amount: 1, currency: 'usd', fiscal_year_end: '2026-12-31' }
}

test('a payment method keeps whether it may be shown again, and can be listed by that', async () => {
  const { stripe } = await harness()
  const card = { type: 'card', card: { token: 'tok_visa' } } as const
  const shown = await stripe.paymentMethods.create({ ...card, allow_redisplay: 'always' })
  const plain = await stripe.paymentMethods.create(card)
  expect([shown.allow_redisplay, plain.allow_redisplay]).toEqual(['always', 'unspecified'])
  const { id: customer } = await stripe.customers.create({})
  for (const { id } of [shown, plain]) await stripe.paymentMethods.attach(id, { customer })
  const found = await stripe.paymentMethods.list({ customer, allow_redisplay: 'always' })
  expect(found.data.map(method => method.id)).toEqual([shown.id])
})

test('a refund keeps the address for instructions', async () => {
  const { stripe } = await harness()
  const { id: payment_intent } = await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    payment_method: 'pm_card_visa',
    confirm: true,
  })
  const instructions_email = 'shopper@example.com'
  const refund = await stripe.refunds.create({ payment_intent, instructions_email })
  expect(refund.instructions_email).toBe(instructions_email)
})

test('a reader’s action shows how it should collect the payment', async () => {
  const { stripe } = await harness()
  const location = await stripe.terminal.locations.create({
    display_name: 'Shop',
    address: { line1: '1 Main St', city: 'Springfield', country: 'US', postal_code: '12345', state: 'IL' },
  })
  const reader = await stripe.terminal.readers.create({
    registration_code: 'simulated-wpe',
    location: location.id,
  })
  const { id: payment_intent } = await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    allowed_payment_method_types: ['card_present'],
  })
  const process_config = { skip_tipping: true, enable_customer_cancellation: false }
  const busy = await stripe.terminal.readers.processPaymentIntent(reader.id, {
    payment_intent,
    process_config,
  })
  expect(busy.action?.process_payment_intent).toEqual({ payment_intent, process_config })
})
