import { describe, expect, test } from 'vitest'
import { failure, harness } from './support/harness.ts'

describe('currencies', () => {
  test.each([
    ['bgn', 100],
    ['zar', 1000],
    ['clp', 1],
    ['mga', 5],
    ['kwd', 5120],
    ['isk', 500],
    ['ugx', 500],
    ['JPY', 50],
  ])('%s %d can be paid', async (currency, amount) => {
    const { stripe } = await harness()
    const intent = await stripe.paymentIntents.create({
      amount,
      currency,
      allowed_payment_method_types: ['card'],
      confirm: true,
      payment_method: 'pm_card_visa',
    })
    expect(intent).toMatchObject({ status: 'succeeded', amount, currency: currency.toLowerCase() })
  })

  test.each([
    ['kwd', 5124, {}],
    ['isk', 550, {}],
    ['ugx', 101, {}],
    ['isk', 50, { code: 'amount_too_small' }],
    ['jpy', 49, { code: 'amount_too_small' }],
    ['krw', 100_000_000, { code: 'amount_too_large' }],
  ])('%s %d cannot', async (currency, amount, expected) => {
    const { stripe } = await harness()
    const error = await failure(stripe.paymentIntents.create({ amount, currency }))
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', param: 'amount', ...expected })
  })

  test.each([
    ['mga', 5, 10, '(MGA 10)', '(MGA 5)'],
    ['kwd', 5120, 6000, '(KWD 6.000)', '(KWD 5.120)'],
    ['isk', 500, 600, '(ISK 6.00)', '(ISK 5.00)'],
    ['jpy', 500, 600, '(¥600)', '(¥500)'],
  ])('%s has its decimals in messages and on the page', async (currency, amount, asked, wanted, left) => {
    const { stripe, sandbox } = await harness()
    const intent = await stripe.paymentIntents.create({
      amount,
      currency,
      allowed_payment_method_types: ['card'],
      confirm: true,
      payment_method: 'pm_card_visa',
    })
    const error = await failure(stripe.refunds.create({ payment_intent: intent.id, amount: asked }))
    expect(error.message).toContain(wanted)
    expect(error.message).toContain(left)
    const page = await (await fetch(`${sandbox.url}/`)).text()
    expect(page.replaceAll('\u00a0', ' ')).toContain(`<strong>${left.slice(1, -1)}</strong>`)
  })
})
