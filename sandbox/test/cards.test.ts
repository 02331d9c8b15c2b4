import { describe, expect, test } from 'vitest'
import { failure, type Harness, harness } from './support/harness.ts'

const base = { amount: 1000, currency: 'usd', allowed_payment_method_types: ['card'] }

function payer({ stripe }: Harness) {
  return (payment_method: string, more = {}) =>
    stripe.paymentIntents.create({
      ...base,
      confirm: true,
      payment_method,
      expand: ['latest_charge'],
      ...more,
    })
}

async function paidCard(token: string) {
  const charge = (await payer(await harness())(token)).latest_charge
  if (typeof charge !== 'object' || !charge) throw new Error('no charge')
  return { card: charge.payment_method_details?.card, outcome: charge.outcome }
}

describe('cards that are accepted', () => {
  test.each([
    ['pm_card_mastercard_prepaid', { brand: 'mastercard', funding: 'prepaid', country: 'US' }],
    ['pm_card_visa_debit', { brand: 'visa', funding: 'debit' }],
    ['pm_card_diners', { brand: 'diners', last4: '0004' }],
    ['pm_card_jcb', { brand: 'jcb', country: 'JP' }],
    ['pm_card_unionpay', { brand: 'unionpay', last4: '0005' }],
    ['pm_card_us', { brand: 'visa', last4: '4242' }],
    ['pm_card_de', { country: 'DE', last4: '0016' }],
    ['pm_card_gb_debit', { country: 'GB', funding: 'debit' }],
    ['pm_card_jp', { country: 'JP', brand: 'visa' }],
    ['pm_card_br', { country: 'BR' }],
    ['pm_card_threeDSecureOptional', { three_d_secure: null }],
  ])('%s', async (token, expected) => {
    expect((await paidCard(token)).card).toMatchObject(expected)
  })

  test.each(['2223003122003222', '371449635398431', '36227206271667', '6200000000000047'])(
    'number %s, which has no token',
    async number => {
      const h = await harness()
      const card = { number, exp_month: 12, exp_year: 2034, cvc: '123' }
      const method = await h.stripe.paymentMethods.create({ type: 'card', card })
      expect((await payer(h)(method.id)).status).toBe('succeeded')
    },
  )
})

describe('checks', () => {
  test('the security code is unchecked before use, and checked with the first charge', async () => {
    const h = await harness()
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' }
    const method = await h.stripe.paymentMethods.create({ type: 'card', card })
    expect(method.card?.checks?.cvc_check).toBe('unchecked')
    await payer(h)(method.id)
    expect((await h.stripe.paymentMethods.retrieve(method.id)).card?.checks?.cvc_check).toBe('pass')
  })

  test('a failing security code does not stop the charge', async () => {
    expect((await paidCard('pm_card_cvcCheckFail')).card?.checks).toMatchObject({ cvc_check: 'fail' })
  })

  test.each([
    ['4242424242424242', 'pass', 'pass'],
    ['4000000000000010', 'fail', 'fail'],
    ['4000000000000028', 'fail', 'pass'],
    ['4000000000000036', 'pass', 'fail'],
    ['4000000000000044', 'unavailable', 'unavailable'],
  ])('the address of %s', async (number, line1, postal) => {
    const h = await harness()
    const method = await h.stripe.paymentMethods.create({
      type: 'card',
      card: { number, exp_month: 12, exp_year: 2034 },
      billing_details: { address: { line1: 'Main St 1', postal_code: '94107', country: 'US' } },
    })
    const { latest_charge: charge } = await payer(h)(method.id)
    expect(charge).toMatchObject({
      status: 'succeeded',
      payment_method_details: {
        card: { checks: { address_line1_check: line1, address_postal_code_check: postal } },
      },
    })
  })

  test('risk', async () => {
    expect((await paidCard('pm_card_riskLevelElevated')).outcome).toMatchObject({ risk_level: 'elevated' })
    const highest = await failure(payer(await harness())('pm_card_riskLevelHighest'))
    expect(highest).toMatchObject({ code: 'card_declined', decline_code: 'fraudulent' })
  })
})

describe('3-D Secure', () => {
  const return_url = 'https://shop.test/'

  test.each([
    ['pm_card_threeDSecureRequiredChargeDeclined', 'generic_decline'],
    ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', 'insufficient_funds'],
  ])('%s is declined after the shopper has passed', async (token, reason) => {
    const h = await harness()
    const intent = await payer(h)(token, { return_url })
    expect(intent.status).toBe('requires_action')
    await h.control('POST', `payment_intents/${intent.id}/next_action`, { outcome: 'succeed' })
    expect(await h.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: reason },
    })
  })

  test('pm_card_threeDSecureRequiredProcessingError is declined at once', async () => {
    const error = await failure(
      payer(await harness())('pm_card_threeDSecureRequiredProcessingError', { return_url }),
    )
    expect(error.code).toBe('card_declined')
  })

  test('off session, a card that is already set up needs none', async () => {
    const h = await harness()
    const pay = payer(h)
    const token = 'pm_card_authenticationRequiredSetupForOffSession'
    expect((await pay(token, { return_url })).status).toBe('requires_action')
    expect((await pay(token, { off_session: true })).status).toBe('succeeded')
  })

  test('off session, setting a card up for future use avoids it', async () => {
    const h = await harness()
    const pay = payer(h)
    const token = 'pm_card_authenticationRequiredOnSetup'
    expect((await failure(pay(token, { off_session: true }))).code).toBe('authentication_required')
    const customer = (await h.stripe.customers.create({})).id
    const first = await pay(token, { customer, setup_future_usage: 'off_session', return_url })
    await h.control('POST', `payment_intents/${first.id}/next_action`, { outcome: 'succeed' })
    const saved = String(first.payment_method)
    expect((await pay(saved, { customer, off_session: true })).status).toBe('succeeded')
    expect((await pay(saved, { customer, return_url })).status).toBe('requires_action')
  })
})

describe('attaching to a customer', () => {
  test.each([
    ['pm_card_chargeDeclined', 'card_declined'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined'],
  ])('%s is declined', async (token, code) => {
    const { stripe } = await harness()
    const customer = (await stripe.customers.create({})).id
    const error = await failure(stripe.paymentMethods.attach(token, { customer }))
    expect(error).toMatchObject({ statusCode: 402, type: 'StripeCardError', code })
    const created = await failure(stripe.customers.create({ payment_method: token }))
    expect(created).toMatchObject({ statusCode: 402, code })
    expect((await stripe.customers.list()).data).toHaveLength(1)
  })

  test('pm_card_chargeCustomerFail is attached, and declined when charged', async () => {
    const h = await harness()
    const customer = (await h.stripe.customers.create({})).id
    const { id } = await h.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    expect((await failure(payer(h)(id, { customer }))).code).toBe('card_declined')
  })
})

describe('disputes', () => {
  test('pm_card_createMultipleDisputes is disputed twice, for the whole amount together', async () => {
    const h = await harness()
    await payer(h)('pm_card_createMultipleDisputes')
    const { data } = await h.stripe.disputes.list()
    expect(data.map(({ amount }) => amount)).toEqual([500, 500])
  })

  test('pm_card_createComplianceDispute names its reason', async () => {
    const h = await harness()
    await payer(h)('pm_card_createComplianceDispute')
    expect((await h.stripe.disputes.list()).data).toMatchObject([{ reason: 'noncompliant', amount: 1000 }])
  })
})

describe('at a reader', () => {
  async function present(number: string, types: string[]) {
    const h = await harness()
    const { stripe } = h
    const reader = await stripe.terminal.readers.create({ registration_code: 'simulated-wpe' })
    const intent = await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'cad',
      allowed_payment_method_types: types,
    })
    await stripe.terminal.readers.processPaymentIntent(reader.id, { payment_intent: intent.id })
    const isInterac = number.startsWith('4506')
    const after = await stripe.testHelpers.terminal.readers.presentPaymentMethod(
      reader.id,
      isInterac
        ? { type: 'interac_present', interac_present: { number } }
        : { type: 'card_present', card_present: { number } },
    )
    const charges = await stripe.charges.list()
    return { action: after.action, charge: charges.data[0] }
  }

  test.each([
    ['4001007020000002', 'offline_pin'],
    ['4000008260000075', 'offline_pin'],
    ['4001000360000005', 'online_pin'],
    ['4000002760000008', 'online_pin'],
    ['4242424242424242', null],
  ])('card %s is verified by %s', async (number, method) => {
    const { charge } = await present(number, ['card_present'])
    expect(charge?.payment_method_details?.card_present?.receipt?.cardholder_verification_method).toBe(method)
  })

  test('an Interac card pays where Interac is allowed', async () => {
    const { action, charge } = await present('4506445006931933', ['card_present', 'interac_present'])
    expect(action?.status).toBe('succeeded')
    expect(charge?.payment_method_details).toMatchObject({
      type: 'interac_present',
      interac_present: { brand: 'interac', last4: '1933', country: 'CA' },
    })
  })

  test('an Interac card is refused where Interac is not allowed', async () => {
    const { action, charge } = await present('4506445006931933', ['card_present'])
    expect([action?.status, charge]).toEqual(['failed', undefined])
  })
})
