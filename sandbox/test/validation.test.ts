import { expect, test } from 'vitest'
import { failure, harness } from './support/harness.ts'

const base = { amount: 1000, currency: 'usd', allowed_payment_method_types: ['card'] }
const metadata = (count: number, from = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${from + n}`, 'v']))

test('an object has at most 50 metadata keys, over all updates', async () => {
  const { stripe } = await harness()
  const intent = await stripe.paymentIntents.create({ ...base, metadata: metadata(50) })
  const created = await failure(stripe.paymentIntents.create({ ...base, metadata: metadata(51) }))
  expect(created).toMatchObject({ statusCode: 400, param: 'metadata' })
  const one = metadata(1, 50)
  const updated = await failure(stripe.paymentIntents.update(intent.id, { metadata: one }))
  expect(updated).toMatchObject({ statusCode: 400, param: 'metadata' })
  const swapped = await stripe.paymentIntents.update(intent.id, { metadata: { ...one, k0: '' } })
  expect(Object.keys(swapped.metadata)).toHaveLength(50)
})

test('expansion goes four levels deep', async () => {
  const { stripe } = await harness()
  await stripe.paymentIntents.create({ ...base, payment_method: 'pm_card_visa', confirm: true })
  const four = 'data.latest_charge.payment_intent.latest_charge'
  const { data } = await stripe.paymentIntents.list({ expand: [four] })
  expect(data[0]?.latest_charge).toMatchObject({ payment_intent: { latest_charge: { object: 'charge' } } })
  const error = await failure(stripe.paymentIntents.list({ expand: [`${four}.payment_intent`] }))
  expect(error).toMatchObject({ statusCode: 400, param: 'expand' })
  expect(error.message).toContain('more than 4 levels')
})

test.each(['nobody', 'a@b', 'two words@example.com', '@example.com', 'a@'])(
  '%j is not an e-mail address',
  async email => {
    const { stripe } = await harness()
    const invalid = { statusCode: 400, code: 'email_invalid' }
    expect(await failure(stripe.customers.create({ email }))).toMatchObject({ ...invalid, param: 'email' })
    expect(await failure(stripe.paymentIntents.create({ ...base, receipt_email: email }))).toMatchObject({
      ...invalid,
      param: 'receipt_email',
    })
    expect(await failure(stripe.accounts.create({ type: 'standard', email }))).toMatchObject(invalid)
  },
)

test('an e-mail address can be unset', async () => {
  const { stripe } = await harness()
  const { id } = await stripe.customers.create({ email: 'a+b@mail.example.com' })
  expect((await stripe.customers.update(id, { email: '' })).email).toBeNull()
})

test('off_session needs confirm', async () => {
  const { stripe } = await harness()
  const error = await failure(stripe.paymentIntents.create({ ...base, off_session: true }))
  expect(error).toMatchObject({ statusCode: 400, param: 'off_session' })
})

test.each([
  ['statement_descriptor', 'abc'],
  ['statement_descriptor', 'x'.repeat(23)],
  ['statement_descriptor', '1234567'],
  ['statement_descriptor', 'Shop <b>'],
  ['statement_descriptor', "Joe's shop"],
  ['statement_descriptor_suffix', 'x'.repeat(23)],
  ['statement_descriptor_suffix', '12345'],
  ['statement_descriptor_suffix', 'a*b'],
])('%s %j is refused', async (param, value) => {
  const { stripe } = await harness()
  const error = await failure(stripe.paymentIntents.create({ ...base, [param]: value }))
  expect(error).toMatchObject({ statusCode: 400, param })
})

test('lists by a customer who does not exist are refused', async () => {
  const { stripe } = await harness()
  const customer = 'cus_nobody'
  for (const list of [stripe.paymentIntents, stripe.charges, stripe.paymentMethods]) {
    expect(await failure(list.list({ customer }))).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'customer',
    })
  }
})
