import { describe, expect, test } from 'vitest'
import { failure, type Harness, harness } from './support/harness.ts'

async function hold({ stripe, merchant, control }: Harness, asRefunds: boolean) {
  const { id, options } = await merchant()
  if (!asRefunds) await control('POST', `accounts/${id}/releases`, { as_refunds: false })
  const intent = await stripe.paymentIntents.create(
    {
      amount: 20_675,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      capture_method: 'manual',
      confirm: true,
      payment_method: 'pm_card_visa',
      application_fee_amount: 203,
    },
    options,
  )
  const charge = (...expand: string[]) =>
    stripe.charges.retrieve(String(intent.latest_charge), { expand }, options)
  return { intent: intent.id, options, charge }
}

const ends = {
  cancel: ({ stripe }: Harness, intent: string, options: { stripeAccount: string }) =>
    stripe.paymentIntents.cancel(intent, {}, options),
  expire: ({ control }: Harness) => control('POST', 'clock', { advance_seconds: 7 * 86_400 }),
}

describe('a released hold leaves no refund on an account whose releases are not refunds', () => {
  test('after a partial capture', async () => {
    const h = await harness()
    const { intent, options, charge } = await hold(h, false)
    await h.stripe.paymentIntents.capture(intent, { amount_to_capture: 20_300 }, options)
    expect(await charge()).toMatchObject({ amount_captured: 20_300, amount_refunded: 0, refunded: false })
    expect((await h.stripe.refunds.list({ payment_intent: intent }, options)).data).toEqual([])
    expect((await h.eventTypes(options)).slice(3)).toEqual(['charge.captured', 'payment_intent.succeeded'])
    await h.stripe.refunds.create({ payment_intent: intent }, options)
    expect(await charge()).toMatchObject({ amount_refunded: 20_300, refunded: true })
  })

  test.each([
    ['cancel', null, ['payment_intent.canceled']],
    ['expire', 'expired', ['charge.expired', 'payment_intent.canceled']],
  ] as const)('after %s', async (end, cancellation_reason, events) => {
    const h = await harness()
    const { intent, options, charge } = await hold(h, false)
    await ends[end](h, intent, options)
    expect(await charge()).toMatchObject({ captured: false, amount_captured: 0, amount_refunded: 0 })
    expect((await charge()).refunded).toBe(false)
    expect((await h.stripe.refunds.list({}, options)).data).toEqual([])
    expect((await h.eventTypes(options)).slice(3)).toEqual(events)
    const canceled = await h.stripe.paymentIntents.retrieve(intent, {}, options)
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason })
  })
})

describe('a released hold shows as a refund', () => {
  test('after a partial capture, and the captured amount can still be refunded to the cent', async () => {
    const h = await harness()
    const { stripe } = h
    const { intent, options, charge } = await hold(h, true)
    await stripe.paymentIntents.capture(intent, { amount_to_capture: 20_300 }, options)
    const captured = await charge('refunds', 'application_fee')
    expect(captured).toMatchObject({
      captured: true,
      amount_captured: 20_300,
      amount_refunded: 375,
      refunded: false,
      application_fee: { amount: 203, amount_refunded: 0 },
    })
    const release = {
      amount: 375,
      status: 'succeeded',
      metadata: {},
      balance_transaction: null,
      reason: null,
      destination_details: { type: 'card', card: { type: 'reversal' } },
    }
    expect(captured.refunds?.data).toEqual([expect.objectContaining(release)])
    expect((await stripe.refunds.list({ payment_intent: intent }, options)).data).toEqual(
      captured.refunds?.data,
    )
    expect((await h.eventTypes(options)).slice(3)).toEqual([
      'refund.created',
      'charge.refunded',
      'charge.captured',
      'payment_intent.succeeded',
    ])

    const over = await failure(stripe.refunds.create({ payment_intent: intent, amount: 20_301 }, options))
    expect(over.message).toContain('($203.00)')
    await stripe.refunds.create(
      { payment_intent: intent, amount: 300, refund_application_fee: true },
      options,
    )
    expect(await charge()).toMatchObject({ amount_refunded: 675, refunded: false })
    const rest = await stripe.refunds.create(
      { payment_intent: intent, refund_application_fee: true },
      options,
    )
    expect(rest.amount).toBe(20_000)
    const done = await charge('refunds', 'application_fee')
    expect(done).toMatchObject({
      amount_refunded: 20_675,
      refunded: true,
      application_fee: { amount_refunded: 203, refunded: true },
    })
    expect(done.refunds?.data.map(refund => refund.amount)).toEqual([20_000, 300, 375])
    expect((await failure(stripe.refunds.create({ payment_intent: intent }, options))).code).toBe(
      'charge_already_refunded',
    )
  })

  test.each([
    ['cancel', null, ['refund.created', 'charge.refunded', 'payment_intent.canceled']],
    ['expire', 'expired', ['charge.expired', 'refund.created', 'charge.refunded', 'payment_intent.canceled']],
  ] as const)('after %s', async (end, cancellation_reason, events) => {
    const h = await harness()
    const { intent, options, charge } = await hold(h, true)
    await ends[end](h, intent, options)
    expect(await charge('refunds')).toMatchObject({
      captured: false,
      amount_captured: 0,
      amount_refunded: 20_675,
      refunded: true,
      refunds: { data: [{ amount: 20_675, metadata: {}, balance_transaction: null }] },
    })
    expect((await h.eventTypes(options)).slice(3)).toEqual(events)
    const [told] = (await h.stripe.events.list({ type: 'charge.refunded' }, options)).data
    expect(told?.data.object).toMatchObject({ captured: false, refunded: true })
    const canceled = await h.stripe.paymentIntents.retrieve(intent, {}, options)
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason })
  })
})
