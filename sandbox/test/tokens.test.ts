import { expect, test } from 'vitest'
import { failure, harness } from './support/harness.ts'

const card = { number: '4242424242424242', exp_month: '12', exp_year: '2034', cvc: '123' }

test('a card token becomes one payment method, once', async () => {
  const { stripe } = await harness()
  const token = await stripe.tokens.create({ card: { ...card, name: 'Robin Doe' } })
  expect(token).toMatchObject({
    type: 'card',
    used: false,
    card: { brand: 'Visa', last4: '4242', name: 'Robin Doe', cvc_check: 'unchecked' },
  })
  const method = await stripe.paymentMethods.create({ type: 'card', card: { token: token.id } })
  expect(method.card).toMatchObject({ brand: 'visa', last4: '4242', exp_year: 2034 })
  expect((await stripe.tokens.retrieve(token.id)).used).toBe(true)
  const again = await failure(stripe.paymentMethods.create({ type: 'card', card: { token: token.id } }))
  expect(again).toMatchObject({ statusCode: 400, code: 'token_already_used' })
})

test('a token keeps the behavior of its card', async () => {
  const { stripe } = await harness()
  const token = await stripe.tokens.create({ card: { ...card, number: '4000000000000002' } })
  const method = await stripe.paymentMethods.create({ type: 'card', card: { token: token.id } })
  const pay = stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    payment_method: method.id,
    confirm: true,
  })
  expect((await failure(pay)).code).toBe('card_declined')
})

test('bad numbers, other kinds and other accounts are refused', async () => {
  const { stripe, merchant } = await harness()
  const { options } = await merchant()
  const wrong = await failure(stripe.tokens.create({ card: { ...card, number: '4242424242424241' } }))
  expect(wrong.code).toBe('incorrect_number')
  const pii = await failure(stripe.tokens.create({ pii: { id_number: '000000000' } }))
  expect(pii).toMatchObject({ statusCode: 400, param: 'pii' })
  const { id } = await stripe.tokens.create({ card })
  expect((await failure(stripe.tokens.retrieve(id, {}, options))).statusCode).toBe(404)
  const foreign = stripe.paymentMethods.create({ type: 'card', card: { token: id } }, options)
  expect((await failure(foreign)).code).toBe('resource_missing')
})
