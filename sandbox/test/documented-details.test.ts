import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { failure, harness } from './support/harness.ts'

const card = {
  amount: 1000,
  currency: 'usd',
  allowed_payment_method_types: ['card'],
  confirm: true,
  payment_method: 'pm_card_visa',
  expand: ['latest_charge'],
} satisfies Stripe.PaymentIntentCreateParams

function chargeOf(intent: Stripe.PaymentIntent): Stripe.Charge {
  if (intent.latest_charge === null || typeof intent.latest_charge === 'string')
    throw new Error('not expanded')
  return intent.latest_charge
}

describe('statement descriptors', () => {
  test('a card has only a suffix, after the account’s prefix', async () => {
    const { stripe } = await harness()
    const error = await failure(stripe.paymentIntents.create({ ...card, statement_descriptor: 'My shop' }))
    expect(error.message).toContain('not supported for the payment_method_type `card`')
    const { id } = await stripe.accounts.create({
      type: 'custom',
      settings: {
        card_payments: { statement_descriptor_prefix: 'Shop' },
        payments: { statement_descriptor: 'Shop.example' },
      },
    })
    const options = { stripeAccount: id }
    const plain = await stripe.paymentIntents.create(card, options)
    expect(chargeOf(plain).calculated_statement_descriptor).toBe('SHOP.EXAMPLE')
    const more = { statement_descriptor_suffix: 'Order 17' }
    const described = await stripe.paymentIntents.create({ ...card, ...more }, options)
    expect(chargeOf(described).calculated_statement_descriptor).toBe('SHOP* ORDER 17')
    const held = await stripe.paymentIntents.create({ ...card, capture_method: 'manual' }, options)
    const captured = await stripe.paymentIntents.capture(held.id, { ...more, expand: card.expand }, options)
    expect(chargeOf(captured)).toMatchObject({
      calculated_statement_descriptor: 'SHOP* ORDER 17',
      statement_descriptor_suffix: 'Order 17',
    })
  })

  test('other methods have the whole descriptor', async () => {
    const { stripe } = await harness()
    const intent = await stripe.paymentIntents.create({
      ...card,
      allowed_payment_method_types: ['us_bank_account'],
      payment_method: 'pm_usBankAccount_success',
      statement_descriptor: 'My shop',
    })
    expect(chargeOf(intent).calculated_statement_descriptor).toBe('My shop')
  })
})

describe('request_three_d_secure', () => {
  const asked = { payment_method_options: { card: { request_three_d_secure: 'any' } } } as const

  test('challenges a card that supports it without requiring it', async () => {
    const { stripe, control } = await harness()
    const optional = { ...card, payment_method: 'pm_card_threeDSecureOptional' }
    expect((await stripe.paymentIntents.create(optional)).status).toBe('succeeded')
    const waiting = await stripe.paymentIntents.create({ ...optional, ...asked })
    expect(waiting.status).toBe('requires_action')
    expect(waiting.payment_method_options?.card?.request_three_d_secure).toBe('any')
    await control('POST', `payment_intents/${waiting.id}/next_action`, { outcome: 'succeed' })
    const paid = await stripe.paymentIntents.retrieve(waiting.id, { expand: card.expand })
    expect(chargeOf(paid).payment_method_details?.card?.three_d_secure?.result).toBe('authenticated')
  })

  test('is only attempted with a card that is not enrolled, and never off session', async () => {
    const { stripe } = await harness()
    const { id } = await stripe.paymentIntents.create({ ...card, confirm: false })
    const confirmed = await stripe.paymentIntents.confirm(id, { ...asked, expand: card.expand })
    expect(chargeOf(confirmed).payment_method_details?.card?.three_d_secure?.result).toBe(
      'attempt_acknowledged',
    )
    const absent = { ...card, ...asked, off_session: true, payment_method: 'pm_card_threeDSecureOptional' }
    const paid = await stripe.paymentIntents.create(absent)
    expect(chargeOf(paid).payment_method_details?.card?.three_d_secure).toBeNull()
  })
})

test('a charge’s receipt_url shows a receipt', async () => {
  const { stripe } = await harness()
  const charge = chargeOf(await stripe.paymentIntents.create({ ...card, description: 'Two books' }))
  const page = await (await fetch(String(charge.receipt_url))).text()
  for (const text of ['$10.00', 'Visa •••• 4242', 'Two books', charge.id]) expect(page).toContain(text)
  const declined = { ...card, payment_method: 'pm_card_chargeDeclined' }
  const { charge: failed } = await failure(stripe.paymentIntents.create(declined))
  expect((await stripe.charges.retrieve(String(failed))).receipt_url).toBeNull()
})

test('all unknown parameters are named at once', async () => {
  const { stripe } = await harness()
  const wrong = { ...card, colour: 'red', size: 'L' }
  expect(await failure(stripe.paymentIntents.create(wrong))).toMatchObject({
    code: 'parameter_unknown',
    param: 'colour',
    message: 'Received unknown parameters: colour, size',
  })
})

describe('currencies that a method does not take', () => {
  const types = ['card', 'us_bank_account', 'klarna'] as const

  test('drop the method from those that are allowed', async () => {
    const { stripe } = await harness()
    const intent = await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'eur',
      allowed_payment_method_types: [...types],
    })
    expect(intent.allowed_payment_method_types).toEqual(types)
    expect(intent.payment_method_types).toEqual(['card', 'klarna'])
    const changed = await stripe.paymentIntents.update(intent.id, { currency: 'usd' })
    expect(changed.payment_method_types).toEqual(types)
  })

  test('are refused if no method is left, and in versions that list the methods', async () => {
    const { stripe } = await harness()
    const base = { amount: 1000, currency: 'eur' }
    const none = stripe.paymentIntents.create({ ...base, allowed_payment_method_types: ['us_bank_account'] })
    expect((await failure(none)).message).toContain('No valid payment method types')
    const listed = { ...base, payment_method_types: types }
    const old = stripe.rawRequest('POST', '/v1/payment_intents', listed, { apiVersion: '2024-06-20' })
    expect((await failure(old)).code).toBe('payment_method_currency_mismatch')
  })
})

describe('countries without Stripe', () => {
  test.each(['TR', 'KP'])('%s can have no account', async country => {
    const { stripe } = await harness()
    const error = await failure(stripe.accounts.create({ type: 'standard', country }))
    expect(error).toMatchObject({
      code: 'country_unsupported',
      param: 'country',
      message: `${country} is not currently supported by Stripe.`,
    })
  })

  test('can have one that only receives transfers', async () => {
    const { stripe } = await harness()
    const tos_acceptance = { service_agreement: 'recipient' }
    const account = await stripe.accounts.create({ type: 'custom', country: 'TR', tos_acceptance })
    expect(account.country).toBe('TR')
  })
})
