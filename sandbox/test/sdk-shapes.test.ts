import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { harness } from './support/harness.ts'
import { createShapeChecker } from './support/sdk-shapes.ts'

/** The harness compares every answer of every test with the SDK; this shows that it would notice a difference. */
describe('the shape checker notices', () => {
  const check = createShapeChecker()

  async function answer(): Promise<Record<string, unknown>> {
    const { stripe } = await harness()
    const intent = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      confirm: true,
      payment_method: 'pm_card_visa',
      expand: ['latest_charge', 'payment_method'],
    })
    return JSON.parse(JSON.stringify(intent))
  }

  test('nothing in a good answer', async () => {
    expect(check(await answer())).toEqual([])
  })

  test('a missing field, a wrong type, an unknown field', async () => {
    const { review: _, ...missing } = await answer()
    expect(check(missing)).toEqual(['payment_intent.review is missing'])
    expect(check({ ...(await answer()), amount: '2000' })).toEqual(['payment_intent.amount is not number'])
    expect(check({ ...(await answer()), charges: [] })).toEqual(['payment_intent.charges is not declared'])
    expect(check({ ...(await answer()), metadata: null })).toEqual([
      'payment_intent.metadata is not an object',
    ])
  })

  test('a fault deep inside an expanded object', async () => {
    const intent = await answer()
    const charge = intent.latest_charge as Stripe.Charge
    const card = charge.payment_method_details?.card
    if (card) card.exp_year = '2034' as unknown as number
    expect(check(intent)).toEqual([
      'payment_intent.latest_charge.payment_method_details.card.exp_year is not number',
    ])
  })
})
