import { expect, test } from 'vitest'
import { harness } from './support/harness.ts'

interface Found {
  account: string
  object: { id: string; object: string } | null
  record: { id: string }
}

test('everything with an id can be read', async () => {
  const { stripe, control, merchant } = await harness()
  const { id: account, options } = await merchant()
  const customer = await stripe.customers.create({}, options)
  const payment = await stripe.paymentIntents.create(
    {
      amount: 2000,
      currency: 'usd',
      application_fee_amount: 100,
      confirm: true,
      payment_method: 'pm_card_createDispute',
      allowed_payment_method_types: ['card'],
      expand: ['latest_charge'],
    },
    options,
  )
  const charge = payment.latest_charge
  if (charge === null || typeof charge === 'string') throw new Error('the charge was not expanded')
  const [dispute] = (await stripe.disputes.list({}, options)).data
  const plain = { amount: 900, currency: 'usd', confirm: true, allowed_payment_method_types: ['card'] }
  const other = await stripe.paymentIntents.create({ ...plain, payment_method: 'pm_card_visa' }, options)
  const refund = await stripe.refunds.create({ payment_intent: other.id }, options)
  const [fee] = (await stripe.applicationFees.list()).data
  const feeRefund = await stripe.applicationFees.createRefund(String(fee?.id), {})
  const reader = await stripe.terminal.readers.create({ registration_code: 'simulated-wpe' }, options)
  const address = {
    line1: '1 Main St',
    city: 'Springfield',
    state: 'IL',
    country: 'US',
    postal_code: '62701',
  }
  const location = await stripe.terminal.locations.create({ display_name: 'Shop', address }, options)
  const endpoint = await stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:9/', enabled_events: ['*'] })
  const [event] = (await stripe.events.list({}, options)).data
  const connected = [
    payment,
    charge,
    dispute,
    customer,
    refund,
    reader,
    location,
    event,
    { id: String(payment.payment_method), object: 'payment_method' },
  ]
  for (const shown of connected) {
    const found = await control<Found>('GET', `objects/${shown?.id}`)
    expect(found).toMatchObject({ account, object: { id: shown?.id, object: shown?.object } })
  }
  for (const shown of [fee, feeRefund, endpoint]) {
    const found = await control<Found>('GET', `objects/${shown?.id}`)
    expect(found).toMatchObject({
      object: { id: shown?.id, object: shown?.object },
      record: { id: shown?.id },
    })
  }
  const seen = await control<{ object: unknown }>('GET', `objects/${event?.id}`)
  expect(seen.object).toEqual(JSON.parse(JSON.stringify(event)))
})

test('an account link has no shape of its own in Stripe, and is shown as it is stored', async () => {
  const { stripe, control, merchant } = await harness()
  const { id } = await merchant()
  const url = 'https://shop.test/'
  const link = { account: id, type: 'account_onboarding', refresh_url: url, return_url: url } as const
  const token = (await stripe.accountLinks.create(link)).url.split('/').at(-1)
  expect(await control('GET', `objects/${token}`)).toMatchObject({ object: null, record: { target: id } })
  await expect(control('GET', 'objects/evt_nothing')).rejects.toThrow('No object has the id evt_nothing')
})

test('customers show hidden fields on request', async () => {
  const { stripe } = await harness()
  const expand = ['cash_balance', 'invoice_credit_balance', 'sources', 'subscriptions', 'tax', 'tax_ids']
  const customer = await stripe.customers.create({ expand })
  expect(customer).toMatchObject({
    cash_balance: null,
    invoice_credit_balance: {},
    sources: { data: [] },
    subscriptions: { data: [] },
    tax: { automatic_tax: 'unrecognized_location' },
    tax_ids: { data: [] },
  })
  expect(Object.keys(await stripe.customers.retrieve(customer.id))).not.toContain('tax')
})
