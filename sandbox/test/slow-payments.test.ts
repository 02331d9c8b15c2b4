import { describe, expect, test } from 'vitest'
import { waitUntil } from '../../vitest.waits.ts'
import { failure, harness } from './support/harness.ts'

const card = { amount: 2000, currency: 'usd', allowed_payment_method_types: ['card'] }

describe('steps of the shopper', () => {
  test.each(['pm_card_threeDSecure2Required', 'pm_card_authenticationRequired'])(
    '%s',
    async payment_method => {
      const { stripe, control, eventTypes } = await harness()
      const confirm = { ...card, confirm: true, payment_method, return_url: 'https://shop.test/back?cart=1' }
      const waiting = await stripe.paymentIntents.create(confirm)
      expect(waiting.status).toBe('requires_action')
      expect(waiting.next_action?.redirect_to_url?.url).toContain('/_sandbox/pages/next_action/')
      expect((await eventTypes()).slice(1)).toEqual(['payment_intent.requires_action'])
      const path = `payment_intents/${waiting.id}/next_action`
      const done = await control<{ return_url: string }>('POST', path, { outcome: 'succeed' })
      expect((await stripe.paymentIntents.retrieve(waiting.id)).status).toBe('succeeded')
      const back = new URL(done.return_url)
      expect(Object.fromEntries(back.searchParams)).toEqual({
        cart: '1',
        payment_intent: waiting.id,
        payment_intent_client_secret: waiting.client_secret,
        redirect_status: 'succeeded',
      })
    },
  )

  test('failing 3-D Secure', async () => {
    const { stripe, control, eventTypes } = await harness()
    const intent = await stripe.paymentIntents.create({
      ...card,
      confirm: true,
      payment_method: 'pm_card_threeDSecure2Required',
      use_stripe_sdk: true,
    })
    expect(intent.next_action?.type).toBe('use_stripe_sdk')
    await control('POST', `payment_intents/${intent.id}/next_action`, { outcome: 'fail' })
    const failed = await stripe.paymentIntents.retrieve(intent.id)
    expect(failed.status).toBe('requires_payment_method')
    expect(failed.last_payment_error?.code).toBe('payment_intent_authentication_failure')
    expect((await eventTypes()).at(-1)).toBe('payment_intent.payment_failed')
  })

  test('off session, a card that needs authentication is declined', async () => {
    const { stripe } = await harness()
    const payment_method = 'pm_card_authenticationRequired'
    const error = await failure(
      stripe.paymentIntents.create({ ...card, confirm: true, payment_method, off_session: true }),
    )
    expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' })
  })

  test('klarna redirects and comes back', async () => {
    const { stripe, control } = await harness()
    const base = {
      amount: 5000,
      currency: 'usd',
      allowed_payment_method_types: ['klarna', 'card'],
      confirm: true,
    }
    const klarna = { ...base, payment_method_data: { type: 'klarna' as const } }
    expect((await failure(stripe.paymentIntents.create(klarna))).param).toBe('return_url')
    for (const [outcome, status] of [
      ['succeed', 'succeeded'],
      ['fail', 'requires_payment_method'],
    ] as const) {
      const intent = await stripe.paymentIntents.create({ ...klarna, return_url: 'https://shop.test/back' })
      expect(intent.next_action?.type).toBe('redirect_to_url')
      const path = `payment_intents/${intent.id}/next_action`
      const done = await control<{ return_url: string }>('POST', path, { outcome })
      expect((await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })).status).toBe(
        status,
      )
      expect(done.return_url).toContain(`redirect_status=${outcome === 'succeed' ? 'succeeded' : 'failed'}`)
    }
  })

  test('without a return_url, automatic payment methods that may redirect cannot be confirmed', async () => {
    const { stripe } = await harness()
    const intent = await stripe.paymentIntents.create({ amount: 2000, currency: 'usd' })
    const error = await failure(stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }))
    expect(error).toMatchObject({ statusCode: 400, param: 'return_url' })
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method')
  })
})

describe('bank debits', () => {
  const debit = {
    amount: 2000,
    currency: 'usd',
    allowed_payment_method_types: ['us_bank_account'],
    confirm: true,
  }

  test('settle after a while', async () => {
    const { stripe, control, eventTypes } = await harness({ settleAfterMs: 60_000 })
    const intent = await stripe.paymentIntents.create({
      ...debit,
      payment_method: 'pm_usBankAccount_success',
    })
    expect(intent.status).toBe('processing')
    const charge = String(intent.latest_charge)
    expect((await stripe.charges.retrieve(charge)).status).toBe('pending')
    await control('POST', 'clock', { advance_ms: 60_000 })
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 2000,
    })
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ status: 'succeeded', captured: true })
    expect(await eventTypes()).toEqual([
      'payment_intent.created',
      'charge.pending',
      'payment_intent.processing',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
  })

  test.each([
    ['accountClosed', 'account_closed'],
    ['noAccount', 'no_account'],
    ['insufficientFunds', 'insufficient_funds'],
    ['debitNotAuthorized', 'debit_not_authorized'],
  ])('%s comes back as %s', async (name, code) => {
    const { stripe, control, eventTypes } = await harness({ settleAfterMs: 60_000 })
    const intent = await stripe.paymentIntents.create({
      ...debit,
      payment_method: `pm_usBankAccount_${name}`,
    })
    await control('POST', 'clock', { advance_ms: 60_000 })
    const failed = await stripe.paymentIntents.retrieve(intent.id)
    expect(failed.status).toBe('requires_payment_method')
    expect(failed.last_payment_error?.code).toBe(code)
    expect((await eventTypes()).slice(-2)).toEqual(['charge.failed', 'payment_intent.payment_failed'])
  })

  test('settle by themselves, without advancing the clock', async () => {
    const { stripe } = await harness({ settleAfterMs: 20 })
    const intent = await stripe.paymentIntents.create({
      ...debit,
      payment_method: 'pm_usBankAccount_success',
    })
    await waitUntil(async () => (await stripe.paymentIntents.retrieve(intent.id)).status === 'succeeded')
  })

  test('one stays in processing', async () => {
    const { stripe, control } = await harness({ settleAfterMs: 1000 })
    const intent = await stripe.paymentIntents.create({
      ...debit,
      payment_method: 'pm_usBankAccount_processing',
    })
    await control('POST', 'clock', { advance_seconds: 86_400 * 30 })
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('processing')
  })
})
