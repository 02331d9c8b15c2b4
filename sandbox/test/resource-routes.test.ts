import { describe, expect, test } from 'vitest'
import { failure, harness } from './support/harness.ts'

const paid = {
  amount: 1000,
  currency: 'usd',
  allowed_payment_method_types: ['card'],
  payment_method: 'pm_card_visa',
  confirm: true,
}
const address = { line1: '1 Main St', city: 'Austin', country: 'US', state: 'TX', postal_code: '78701' }

describe('customers', () => {
  test('a deleted one says so, is in no list, and cannot pay', async () => {
    const { stripe, eventTypes } = await harness()
    const { id } = await stripe.customers.create({ email: 'a@example.com' })
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: id })
    expect(await stripe.customers.del(id)).toMatchObject({ id, object: 'customer', deleted: true })
    expect(await stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true })
    expect((await stripe.customers.list()).data).toEqual([])
    const pay = await failure(stripe.paymentIntents.create({ ...paid, customer: id }))
    expect(pay).toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'customer' })
    expect((await failure(stripe.customers.update(id, { name: 'A' }))).statusCode).toBe(404)
    expect((await stripe.paymentMethods.retrieve(method.id)).customer).toBeNull()
    expect(await eventTypes()).toContain('customer.deleted')
  })

  test('their payment methods', async () => {
    const { stripe } = await harness()
    const { id } = await stripe.customers.create({})
    const other = await stripe.customers.create({})
    const mine = await stripe.paymentMethods.attach('pm_card_visa', { customer: id })
    const theirs = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: other.id })
    expect((await stripe.customers.listPaymentMethods(id)).data.map(method => method.id)).toEqual([mine.id])
    expect((await stripe.customers.retrievePaymentMethod(id, mine.id)).id).toBe(mine.id)
    expect((await failure(stripe.customers.retrievePaymentMethod(id, theirs.id))).statusCode).toBe(404)
  })
})

test('connected accounts can be deleted', async () => {
  const { stripe, merchant } = await harness()
  const { id, options } = await merchant()
  expect(await stripe.accounts.del(id)).toMatchObject({ id, object: 'account', deleted: true })
  expect((await failure(stripe.paymentIntents.list({}, options))).code).toBe('account_invalid')
  expect((await stripe.accounts.list()).data).toEqual([])
})

test('connected accounts can be rejected, and then take no payments', async () => {
  const { stripe, merchant, eventTypes } = await harness()
  const { id, options } = await merchant()
  const rejected = await stripe.accounts.reject(id, { reason: 'terms_of_service' })
  expect(rejected).toMatchObject({
    charges_enabled: false,
    requirements: { disabled_reason: 'rejected.terms_of_service' },
  })
  expect(await eventTypes(options)).toContain('account.updated')
  expect((await failure(stripe.paymentIntents.create(paid, options))).code).toBe('account_invalid')
})

test('locations and readers can be changed and deleted', async () => {
  const { stripe } = await harness()
  const location = await stripe.terminal.locations.create({ display_name: 'Shop', address })
  const moved = await stripe.terminal.locations.update(location.id, {
    display_name: 'Market',
    metadata: { a: '1' },
  })
  expect(moved).toMatchObject({ display_name: 'Market', metadata: { a: '1' }, address: { city: 'Austin' } })
  const reader = await stripe.terminal.readers.create({ registration_code: 'simulated-wpe', label: 'Till' })
  const renamed = await stripe.terminal.readers.update(reader.id, { label: 'Till 2', metadata: { b: '2' } })
  expect(renamed).toMatchObject({ label: 'Till 2', metadata: { b: '2' } })
  expect(await stripe.terminal.readers.del(reader.id)).toMatchObject({ deleted: true })
  expect(await stripe.terminal.locations.del(location.id)).toMatchObject({ deleted: true })
  expect((await failure(stripe.terminal.readers.retrieve(reader.id))).statusCode).toBe(404)
  expect((await failure(stripe.terminal.locations.retrieve(location.id))).statusCode).toBe(404)
})

test('charges can be described afterwards', async () => {
  const { stripe, eventTypes } = await harness()
  const charge = String((await stripe.paymentIntents.create(paid)).latest_charge)
  const changed = await stripe.charges.update(charge, {
    description: 'Two books',
    metadata: { order: '17' },
    receipt_email: 'a@example.com',
    fraud_details: { user_report: 'safe' },
  })
  expect(changed).toMatchObject({
    description: 'Two books',
    metadata: { order: '17' },
    receipt_email: 'a@example.com',
    fraud_details: { user_report: 'safe' },
  })
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ description: 'Two books' })
  expect(await eventTypes()).toContain('charge.updated')
})

test('payment methods can be changed once they are attached', async () => {
  const { stripe, eventTypes } = await harness()
  const customer = (await stripe.customers.create({})).id
  const loose = await stripe.paymentMethods.create({
    type: 'card',
    card: { number: '4242424242424242', exp_month: 1, exp_year: 2030 },
  })
  const refusal = await failure(stripe.paymentMethods.update(loose.id, { metadata: { a: '1' } }))
  expect(refusal.statusCode).toBe(400)
  await stripe.paymentMethods.attach(loose.id, { customer })
  const changed = await stripe.paymentMethods.update(loose.id, {
    billing_details: { name: 'Robin Doe' },
    card: { exp_month: 5, exp_year: 2033 },
    allow_redisplay: 'always',
  })
  expect(changed).toMatchObject({
    billing_details: { name: 'Robin Doe' },
    card: { exp_month: 5, exp_year: 2033, last4: '4242' },
    allow_redisplay: 'always',
  })
  expect(await eventTypes()).toContain('payment_method.updated')
})

test('refunds of a charge, and refunds that cannot be canceled', async () => {
  const { stripe } = await harness()
  const charge = String((await stripe.paymentIntents.create(paid)).latest_charge)
  const raw = await stripe.rawRequest('POST', `/v1/charges/${charge}/refunds`, { amount: 300 })
  expect(raw).toMatchObject({ object: 'refund', amount: 300, charge })
  const list = await stripe.rawRequest('GET', `/v1/charges/${charge}/refunds`)
  expect(list).toMatchObject({
    object: 'list',
    data: [{ amount: 300 }],
    url: `/v1/charges/${charge}/refunds`,
  })
  const [refund] = (await stripe.refunds.list({ charge })).data
  expect((await failure(stripe.refunds.cancel(refund?.id ?? ''))).message).toContain('requires_action')
})

test('fee refunds can carry metadata', async () => {
  const { stripe, merchant } = await harness()
  const { options } = await merchant()
  await stripe.paymentIntents.create({ ...paid, application_fee_amount: 100 }, options)
  const fee = (await stripe.applicationFees.list()).data[0]?.id ?? ''
  const refund = await stripe.applicationFees.createRefund(fee, { amount: 40 })
  const changed = await stripe.applicationFees.updateRefund(fee, refund.id, { metadata: { why: 'kind' } })
  expect(changed).toMatchObject({ id: refund.id, amount: 40, metadata: { why: 'kind' } })
  expect((await stripe.applicationFees.retrieveRefund(fee, refund.id)).metadata).toEqual({ why: 'kind' })
})

describe('search', () => {
  test('payment intents, by fields and metadata', async () => {
    const { stripe } = await harness()
    const first = await stripe.paymentIntents.create({ ...paid, metadata: { order: '6735' } })
    const second = await stripe.paymentIntents.create({ ...paid, amount: 5000, metadata: { order: '99' } })
    const open = await stripe.paymentIntents.create({ amount: 700, currency: 'eur' })
    const search = async (query: string) =>
      (await stripe.paymentIntents.search({ query })).data.map(({ id }) => id)
    expect(await search("status:'succeeded' AND metadata['order']:'6735'")).toEqual([first.id])
    expect(await search('status:"succeeded"')).toEqual([second.id, first.id])
    expect(await search('amount>1000')).toEqual([second.id])
    expect(await search('amount<=1000 AND -status:"succeeded"')).toEqual([open.id])
    expect(await search("currency:'eur' OR amount:5000")).toEqual([open.id, second.id])
    expect(await search("metadata['order']:null")).toEqual([open.id])
    expect(await search(`created>=${first.created}`)).toHaveLength(3)
  })

  test('charges and customers', async () => {
    const { stripe } = await harness()
    await stripe.paymentIntents.create(paid)
    await stripe.paymentIntents.create({ ...paid, payment_method: 'pm_card_amex' })
    const amex = await stripe.charges.search({ query: "payment_method_details.card.brand:'amex'" })
    expect(amex.data).toMatchObject([{ payment_method_details: { card: { last4: '0005' } } }])
    await stripe.customers.create({ name: 'Jane Doe', email: 'jane@example.com' })
    await stripe.customers.create({ name: 'John Roe', email: 'john@example.com' })
    const found = await stripe.customers.search({ query: 'name~"jane"' })
    expect(found.data).toMatchObject([{ email: 'jane@example.com' }])
    expect((await stripe.customers.search({ query: "email:'john@example.com'" })).data).toHaveLength(1)
  })

  test('pages', async () => {
    const { stripe } = await harness()
    for (let n = 0; n < 5; n++) await stripe.paymentIntents.create({ amount: 1000 + n, currency: 'usd' })
    const query = "currency:'usd'"
    const first = await stripe.paymentIntents.search({ query, limit: 2 })
    expect([first.object, first.has_more, first.data.map(({ amount }) => amount)]).toEqual([
      'search_result',
      true,
      [1004, 1003],
    ])
    const next = await stripe.paymentIntents.search({ query, limit: 2, page: String(first.next_page) })
    expect(next.data.map(({ amount }) => amount)).toEqual([1002, 1001])
    const all = await stripe.paymentIntents.search({ query, limit: 2 }).autoPagingToArray({ limit: 10 })
    expect(all).toHaveLength(5)
  })

  test.each([
    'nonsense',
    "status='succeeded'",
    "status:'succeeded' AND",
    "a:'b' AND status:'x' OR status:'y'",
    "client_secret:'x'",
    '',
    "status:'succeeded' status:'x'",
    "__proto__:'x'",
  ])('the query %j is refused', async query => {
    const { stripe } = await harness()
    expect(await failure(stripe.paymentIntents.search({ query }))).toMatchObject({
      statusCode: 400,
      param: 'query',
    })
  })
})
