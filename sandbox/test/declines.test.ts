import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { failure, harness } from './support/harness.ts'

/** As Stripe answered in test mode. */
const recorded = {
  pm_card_visa_chargeDeclined: { advice_code: 'try_again_later', network_decline_code: '01' },
  pm_card_visa_chargeDeclinedInsufficientFunds: {
    advice_code: 'try_again_later',
    network_advice_code: '02',
    network_decline_code: '51',
  },
  pm_card_visa_chargeDeclinedLostCard: {
    advice_code: 'do_not_try_again',
    network_advice_code: '01',
    network_decline_code: '41',
  },
  pm_card_visa_chargeDeclinedStolenCard: {
    advice_code: 'do_not_try_again',
    network_advice_code: '01',
    network_decline_code: '43',
  },
  pm_card_chargeDeclinedExpiredCard: {
    advice_code: 'confirm_card_data',
    network_advice_code: '03',
    network_decline_code: '54',
    param: 'exp_month',
  },
  pm_card_chargeDeclinedIncorrectCvc: {
    advice_code: 'confirm_card_data',
    network_advice_code: '03',
    network_decline_code: 'N7',
    param: 'cvc',
  },
  pm_card_chargeDeclinedProcessingError: { advice_code: 'try_again_later', network_decline_code: '06' },
}

const details = ['advice_code', 'network_advice_code', 'network_decline_code', 'param']

function detailsOf(error: object): object {
  return Object.fromEntries(Object.entries(error).filter(([name]) => details.includes(name)))
}

describe('a declined card', () => {
  test.each(Object.entries(recorded))(
    '%s says what is wrong and what to do',
    async (payment_method, expected) => {
      const { stripe } = await harness()
      const error = await failure(
        stripe.paymentIntents.create({
          amount: 1000,
          currency: 'usd',
          allowed_payment_method_types: ['card'],
          confirm: true,
          payment_method,
        }),
      )
      const raw = error.raw as Stripe.StripeRawError
      expect(detailsOf(raw)).toEqual(expected)
      expect(raw.payment_method?.card?.checks?.cvc_check).toBe('pass')
      const intent = raw.payment_intent as Stripe.PaymentIntent
      expect(detailsOf(intent.last_payment_error ?? {})).toEqual(expected)
      expect(intent.last_payment_error?.payment_method?.card?.checks?.cvc_check).toBe('pass')
      const { outcome } = await stripe.charges.retrieve(String(intent.latest_charge))
      const { param: _, ...advice } = { param: '', network_advice_code: null, ...expected }
      expect(outcome).toMatchObject(advice)
    },
  )

  test('names the part that is wrong when it is attached or set up, too', async () => {
    const { stripe } = await harness()
    const { id: customer } = await stripe.customers.create({})
    const attach = (id: string) => failure(stripe.paymentMethods.attach(id, { customer }))
    expect((await attach('pm_card_chargeDeclinedExpiredCard')).param).toBe('exp_month')
    expect((await attach('pm_card_chargeDeclined')).param).toBe('')
    const payment_method = 'pm_card_chargeDeclinedIncorrectCvc'
    const error = await failure(stripe.setupIntents.create({ confirm: true, payment_method }))
    expect(error).toMatchObject({ param: 'cvc', setup_intent: { last_setup_error: { param: 'cvc' } } })
  })

  test('an invalid number is named', async () => {
    const { stripe } = await harness()
    const card = { number: '4242424242424241', exp_month: 12, exp_year: 2034 }
    const error = await failure(stripe.paymentMethods.create({ type: 'card', card }))
    expect(error).toMatchObject({ code: 'incorrect_number', param: 'number' })
  })
})
