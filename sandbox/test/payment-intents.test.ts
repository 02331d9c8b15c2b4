import { describe, expect, test } from 'vitest'
import { failure, harness } from './support/harness.ts'

const card = { amount: 2000, currency: 'usd', allowed_payment_method_types: ['card'] }

describe('creating', () => {
  test('an intent waits for a payment method, with the defaults of the current API', async () => {
    const { stripe, eventTypes } = await harness()
    const intent = await stripe.paymentIntents.create({
      amount: 1099,
      currency: 'USD',
      metadata: { order: '7' },
    })
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      amount: 1099,
      currency: 'usd',
      capture_method: 'automatic_async',
      automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
      allowed_payment_method_types: null,
      latest_charge: null,
      metadata: { order: '7' },
    })
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`))
    expect(intent.lastResponse.requestId).toMatch(/^req_/)
    expect(intent.lastResponse.apiVersion).toBe('2026-10-28.endive')
    expect(await eventTypes()).toEqual(['payment_intent.created'])
  })

  test('allowed types exclude automatic ones and are shown twice', async () => {
    const { stripe } = await harness()
    const intent = await stripe.paymentIntents.create(card)
    expect(intent.payment_method_types).toEqual(['card'])
    expect(intent.allowed_payment_method_types).toEqual(['card'])
    expect(intent.automatic_payment_methods).toBeNull()
    const both = { ...card, automatic_payment_methods: { enabled: true } }
    expect((await failure(stripe.paymentIntents.create(both))).message).toContain('only specify one')
  })

  test('metadata is measured in characters, not in bytes', async () => {
    const { stripe } = await harness()
    const longest = { ['🔑'.repeat(40)]: '😀'.repeat(500) }
    const intent = await stripe.paymentIntents.create({ ...card, metadata: longest })
    expect(intent.metadata).toEqual(longest)
    for (const tooLong of [{ ['🔑'.repeat(41)]: 'x' }, { a: '😀'.repeat(501) }]) {
      const { message } = await failure(stripe.paymentIntents.create({ ...card, metadata: tooLong }))
      expect(message).toMatch(/at most (40|500) characters/)
    }
  })

  test('an update changes the amount and merges metadata; an empty value unsets a key', async () => {
    const { stripe } = await harness()
    const intent = await stripe.paymentIntents.create({ ...card, metadata: { a: '1', b: '2' } })
    const updated = await stripe.paymentIntents.update(intent.id, {
      amount: 3000,
      metadata: { a: '', c: '3' },
    })
    expect(updated.amount).toBe(3000)
    expect(updated.metadata).toEqual({ b: '2', c: '3' })
    expect((await stripe.paymentIntents.retrieve(intent.id)).amount).toBe(3000)
  })
})

describe('paying by card', () => {
  test('automatic capture succeeds at once, in this order of events', async () => {
    const { stripe, merchant, eventTypes } = await harness()
    const { options } = await merchant()
    const intent = await stripe.paymentIntents.create({ ...card, application_fee_amount: 150 }, options)
    const paid = await stripe.paymentIntents.confirm(
      intent.id,
      { payment_method: 'pm_card_visa', expand: ['latest_charge'] },
      options,
    )
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 2000 })
    expect(paid.latest_charge).toMatchObject({ paid: true, captured: true, application_fee_amount: 150 })
    expect(await eventTypes(options)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
    expect(await eventTypes()).toEqual(['application_fee.created'])
  })

  test('manual capture holds the amount, then captures part of it; `amount` stays the same', async () => {
    const { stripe, eventTypes } = await harness()
    const held = await stripe.paymentIntents.create({
      ...card,
      capture_method: 'manual',
      confirm: true,
      payment_method: 'pm_card_mastercard',
    })
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 2000, amount_received: 0 })
    const tooMuch = await failure(stripe.paymentIntents.capture(held.id, { amount_to_capture: 2001 }))
    expect(tooMuch).toMatchObject({ code: 'amount_too_large', statusCode: 400 })
    const taken = await stripe.paymentIntents.capture(held.id, { amount_to_capture: 1500 })
    expect(taken).toMatchObject({
      status: 'succeeded',
      amount: 2000,
      amount_received: 1500,
      amount_capturable: 0,
    })
    const charge = await stripe.charges.retrieve(String(taken.latest_charge))
    expect(charge).toMatchObject({
      amount: 2000,
      amount_captured: 1500,
      amount_refunded: 500,
      captured: true,
    })
    expect(await eventTypes()).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.amount_capturable_updated',
      'refund.created',
      'charge.refunded',
      'charge.captured',
      'payment_intent.succeeded',
    ])
    const again = await failure(stripe.paymentIntents.capture(held.id))
    expect(again).toMatchObject({ code: 'payment_intent_unexpected_state', statusCode: 400 })
    expect(again.payment_intent?.status).toBe('succeeded')
  })

  test('canceling a hold releases it', async () => {
    const { stripe, eventTypes } = await harness()
    const held = await stripe.paymentIntents.create({
      ...card,
      capture_method: 'manual',
      confirm: true,
      payment_method: 'pm_card_visa',
    })
    const canceled = await stripe.paymentIntents.cancel(held.id, { cancellation_reason: 'abandoned' })
    expect(canceled).toMatchObject({
      status: 'canceled',
      amount_capturable: 0,
      cancellation_reason: 'abandoned',
    })
    const charge = await stripe.charges.retrieve(String(held.latest_charge))
    expect(charge).toMatchObject({ captured: false, refunded: true, amount_captured: 0 })
    expect((await eventTypes()).at(-1)).toBe('payment_intent.canceled')
    const error = await failure(stripe.paymentIntents.cancel(held.id))
    expect(error.code).toBe('payment_intent_unexpected_state')
  })

  test.each([
    ['pm_card_visa', 7],
    ['card_present', 2],
  ])('a hold with %s expires after %i days', async (method, days) => {
    const { stripe, control, eventTypes } = await harness()
    const held =
      method === 'card_present'
        ? await heldAtReader(stripe)
        : await stripe.paymentIntents.create({
            ...card,
            capture_method: 'manual',
            confirm: true,
            payment_method: method,
          })
    await control('POST', 'clock', { advance_seconds: days * 86_400 - 60 })
    expect((await stripe.paymentIntents.retrieve(held.id)).status).toBe('requires_capture')
    await control('POST', 'clock', { advance_seconds: 120 })
    expect(await stripe.paymentIntents.retrieve(held.id)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'expired',
    })
    const types = await eventTypes()
    expect([types.at(-4), types.at(-1)]).toEqual(['charge.expired', 'payment_intent.canceled'])
  })

  test.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
    ['pm_card_visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
  ])('%s is declined as %s (%s), and its records show it', async (payment_method, code, decline_code) => {
    const { stripe, eventTypes } = await harness()
    const error = await failure(stripe.paymentIntents.create({ ...card, confirm: true, payment_method }))
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code })
    const intent = await stripe.paymentIntents.retrieve(error.payment_intent?.id ?? '')
    expect(intent).toMatchObject({ status: 'requires_payment_method', payment_method: null })
    expect(intent.last_payment_error).toMatchObject({ type: 'card_error', code, decline_code })
    expect(intent.latest_charge).toBe(error.charge)
    expect(await stripe.charges.retrieve(error.charge ?? '')).toMatchObject({ status: 'failed', paid: false })
    expect((await eventTypes()).slice(1)).toEqual(['charge.failed', 'payment_intent.payment_failed'])
    const retried = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
    expect(retried).toMatchObject({ status: 'succeeded', last_payment_error: null })
  })
})

async function heldAtReader(stripe: Awaited<ReturnType<typeof harness>>['stripe']) {
  const intent = await stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    allowed_payment_method_types: ['card_present'],
    capture_method: 'manual',
  })
  const reader = await stripe.terminal.readers.create({ registration_code: 'simulated-wpe' })
  await stripe.terminal.readers.processPaymentIntent(reader.id, { payment_intent: intent.id })
  await stripe.testHelpers.terminal.readers.presentPaymentMethod(reader.id)
  return intent
}

test('a capture adds its metadata to the payment’s', async () => {
  const { stripe } = await harness()
  const held = { ...card, capture_method: 'manual', confirm: true, payment_method: 'pm_card_visa' } as const
  const { id } = await stripe.paymentIntents.create({ ...held, metadata: { order: '7', note: 'old' } })
  const captured = await stripe.paymentIntents.capture(id, { metadata: { captureKey: 'k1', note: 'new' } })
  const metadata = { order: '7', note: 'new', captureKey: 'k1' }
  expect(captured.metadata).toEqual(metadata)
  expect((await stripe.paymentIntents.retrieve(id)).metadata).toEqual(metadata)
})
