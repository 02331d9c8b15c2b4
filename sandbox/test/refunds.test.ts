import { describe, expect, test } from 'vitest'
import { failure, type Harness, harness } from './support/harness.ts'

async function pay({ stripe }: Harness, payment_method = 'pm_card_visa', more = {}, options = {}) {
  const type = payment_method.startsWith('pm_us') ? 'us_bank_account' : 'card'
  return stripe.paymentIntents.create(
    {
      amount: 1000,
      currency: 'usd',
      allowed_payment_method_types: [type],
      confirm: true,
      payment_method,
      ...more,
    },
    options,
  )
}

describe('refunds', () => {
  test('part by part, each reported with the cumulative amount', async () => {
    const h = await harness()
    const { stripe, eventTypes } = h
    const intent = await pay(h)
    const tooMuch = await failure(stripe.refunds.create({ payment_intent: intent.id, amount: 1001 }))
    expect(tooMuch.message).toBe('Refund amount ($10.01) is greater than charge amount ($10.00)')
    const first = await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 100,
      metadata: { why: 'x' },
    })
    expect(first).toMatchObject({ status: 'succeeded', amount: 100, metadata: { why: 'x' } })
    const over = await failure(stripe.refunds.create({ payment_intent: intent.id, amount: 1000 }))
    expect(over.message).toBe('Refund amount ($10.00) is greater than unrefunded amount on charge ($9.00)')
    expect(over).toMatchObject({ statusCode: 400, param: 'amount', code: undefined })
    await stripe.refunds.create({ charge: String(intent.latest_charge) })
    const charge = await stripe.charges.retrieve(String(intent.latest_charge), { expand: ['refunds'] })
    expect(charge).toMatchObject({ amount_refunded: 1000, refunded: true })
    expect(charge.refunds?.data.map(refund => refund.amount)).toEqual([900, 100])
    expect((await eventTypes()).slice(3)).toEqual([
      'refund.created',
      'charge.refunded',
      'refund.created',
      'charge.refunded',
    ])
    const events = await stripe.events.list({ type: 'charge.refunded' })
    expect(events.data.map(event => Reflect.get(event.data.object, 'amount_refunded'))).toEqual([1000, 100])
    expect((await failure(stripe.refunds.create({ payment_intent: intent.id }))).code).toBe(
      'charge_already_refunded',
    )
  })

  test('some start pending and succeed later', async () => {
    const h = await harness({ settleAfterMs: 60_000 })
    const intent = await pay(h, 'pm_card_pendingRefund')
    const refund = await h.stripe.refunds.create({ payment_intent: intent.id })
    expect(refund.status).toBe('pending')
    await h.control('POST', 'clock', { advance_ms: 60_000 })
    expect((await h.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
    expect((await h.eventTypes()).slice(-2)).toEqual(['refund.updated', 'charge.refund.updated'])
    await h.stripe.refunds.update(refund.id, { metadata: { order: '7' } })
    const [told] = (await h.stripe.events.list({ type: 'charge.refund.updated' })).data
    expect(told?.data).toMatchObject({
      object: { id: refund.id, metadata: { order: '7' } },
      previous_attributes: { metadata: { order: null } },
    })
  })

  test('some fail later, and the money can be refunded again', async () => {
    const h = await harness({ settleAfterMs: 60_000 })
    const intent = await pay(h, 'pm_card_refundFail')
    const refund = await h.stripe.refunds.create({ payment_intent: intent.id, amount: 400 })
    expect(refund.status).toBe('succeeded')
    await h.control('POST', 'clock', { advance_ms: 60_000 })
    expect(await h.stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    })
    expect((await h.stripe.charges.retrieve(String(intent.latest_charge))).amount_refunded).toBe(0)
    expect((await h.eventTypes()).slice(-3)).toEqual([
      'refund.updated',
      'charge.refund.updated',
      'refund.failed',
    ])
  })

  test('an uncaptured amount cannot be refunded', async () => {
    const h = await harness()
    const held = await pay(h, 'pm_card_visa', { capture_method: 'manual' })
    expect((await failure(h.stripe.refunds.create({ payment_intent: held.id }))).code).toBe(
      'charge_not_refundable',
    )
    await h.stripe.paymentIntents.capture(held.id, { amount_to_capture: 600 })
    const refund = await h.stripe.refunds.create({ payment_intent: held.id })
    expect(refund.amount).toBe(600)
    const list = await h.stripe.refunds.list({ payment_intent: held.id })
    expect(list.data.map(item => item.amount)).toEqual([600, 400])
  })
})

describe('application fees', () => {
  test('are refunded in proportion, to the last cent, on the platform', async () => {
    const h = await harness()
    const { id, options } = await h.merchant()
    const intent = await pay(h, 'pm_card_visa', { application_fee_amount: 100 }, options)
    const charge = String(intent.latest_charge)
    const [fee] = (await h.stripe.applicationFees.list({ charge })).data
    expect(fee).toMatchObject({ amount: 100, account: id, charge, amount_refunded: 0 })
    for (const amount of [333, 333, 334]) {
      await h.stripe.refunds.create(
        { payment_intent: intent.id, amount, refund_application_fee: true },
        options,
      )
    }
    const refunded = await h.stripe.applicationFees.retrieve(fee?.id ?? '')
    expect(refunded).toMatchObject({ amount_refunded: 100, refunded: true })
    expect(refunded.refunds.data.map(refund => refund.amount)).toEqual([33, 34, 33])
    const events = await h.stripe.events.list({
      types: ['application_fee.created', 'application_fee.refunded'],
    })
    expect(events.data.map(event => event.account)).toEqual([undefined, undefined, undefined, undefined])
  })

  test('a part that was not requested is not added later', async () => {
    const h = await harness()
    const { options } = await h.merchant()
    const intent = await pay(h, 'pm_card_visa', { application_fee_amount: 100 }, options)
    await h.stripe.refunds.create({ payment_intent: intent.id, amount: 600 }, options)
    await h.stripe.refunds.create({ payment_intent: intent.id, refund_application_fee: true }, options)
    const [fee] = (await h.stripe.applicationFees.list({ charge: String(intent.latest_charge) })).data
    expect(fee).toMatchObject({ amount: 100, amount_refunded: 40, refunded: false })
  })

  test('stay refunded when the refund fails later', async () => {
    const h = await harness({ settleAfterMs: 60_000 })
    const { options } = await h.merchant()
    const intent = await pay(h, 'pm_card_refundFail', { application_fee_amount: 50 }, options)
    const refund = { payment_intent: intent.id, refund_application_fee: true }
    await h.stripe.refunds.create(refund, options)
    await h.control('POST', 'clock', { advance_ms: 60_000 })
    const [charge] = (await h.stripe.charges.list({}, options)).data
    expect(charge?.amount_refunded).toBe(0)
    const [fee] = (await h.stripe.applicationFees.list()).data
    expect(fee).toMatchObject({ amount: 50, amount_refunded: 50, refunded: true })
    await h.stripe.refunds.create(refund, options)
    expect((await h.stripe.applicationFees.retrieve(fee?.id ?? '')).amount_refunded).toBe(50)
  })

  test.each([
    ['kept as agreed', 100, {}, 100],
    ['changed on capture', 100, { application_fee_amount: 60 }, 60],
    ['capped at the captured amount', 900, {}, 600],
    ['changed on capture, and capped', 100, { application_fee_amount: 700 }, 600],
  ])('on a partial capture: %s', async (_name, agreed, onCapture, taken) => {
    const h = await harness()
    const { id, options } = await h.merchant()
    const held = await pay(
      h,
      'pm_card_visa',
      { capture_method: 'manual', application_fee_amount: agreed },
      options,
    )
    const chargeId = String(held.latest_charge)
    const before = await h.stripe.charges.retrieve(chargeId, {}, options)
    expect(before).toMatchObject({ application_fee: null, application_fee_amount: agreed })
    expect((await h.stripe.applicationFees.list({ charge: chargeId })).data).toEqual([])

    const capture = { amount_to_capture: 600, ...onCapture }
    const intent = await h.stripe.paymentIntents.capture(held.id, capture, options)
    const asked = capture.application_fee_amount ?? agreed
    expect(intent.application_fee_amount).toBe(asked)
    const list = await h.stripe.applicationFees.list({ charge: chargeId, expand: ['data.charge'] })
    const [fee] = list.data
    expect(fee).toMatchObject({ amount: taken, account: id, originating_transaction: null })
    expect(fee?.charge).toMatchObject({
      id: chargeId,
      amount_captured: 600,
      application_fee: fee?.id,
      application_fee_amount: asked,
    })
    await h.stripe.refunds.create({ charge: chargeId, refund_application_fee: true }, options)
    const refunded = await h.stripe.applicationFees.retrieve(fee?.id ?? '')
    expect(refunded).toMatchObject({ amount_refunded: taken, refunded: true })
  })

  test('a fee above the authorized amount is refused on capture', async () => {
    const h = await harness()
    const { options } = await h.merchant()
    const held = await pay(h, 'pm_card_visa', { capture_method: 'manual' }, options)
    const capture = h.stripe.paymentIntents.capture(held.id, { application_fee_amount: 1001 }, options)
    expect((await failure(capture)).param).toBe('application_fee_amount')
  })

  test('can be refunded on their own', async () => {
    const h = await harness()
    const { options } = await h.merchant()
    await pay(h, 'pm_card_visa', { application_fee_amount: 100 }, options)
    const [fee] = (await h.stripe.applicationFees.list()).data
    const id = fee?.id ?? ''
    const refund = await h.stripe.applicationFees.createRefund(id, { amount: 40 })
    expect(refund).toMatchObject({ object: 'fee_refund', amount: 40, fee: id })
    expect((await h.stripe.applicationFees.listRefunds(id)).data).toHaveLength(1)
    const error = await failure(h.stripe.applicationFees.createRefund(id, { amount: 61 }))
    expect(error.param).toBe('amount')
  })

  test('refunding a fee that was never taken is an error', async () => {
    const h = await harness()
    const { options } = await h.merchant()
    const intent = await pay(h, 'pm_card_visa', {}, options)
    const call = h.stripe.refunds.create({ payment_intent: intent.id, refund_application_fee: true }, options)
    expect(await failure(call)).toMatchObject({ statusCode: 400, param: 'refund_application_fee' })
    expect((await h.stripe.refunds.list({}, options)).data).toEqual([])
  })

  test.each([
    [100, false],
    [-1, true],
    [1001, true],
  ])('a fee of %i, connected %s, is refused', async (application_fee_amount, connected) => {
    const h = await harness()
    const options = connected ? (await h.merchant()).options : {}
    const error = await failure(pay(h, 'pm_card_visa', { application_fee_amount }, options))
    expect(error).toMatchObject({ statusCode: 400, param: 'application_fee_amount' })
    expect((await h.stripe.paymentIntents.list({}, options)).data).toEqual([])
  })
})

describe('disputes', () => {
  test.each([
    ['winning_evidence', 'won', ['charge.dispute.closed', 'charge.dispute.funds_reinstated']],
    ['losing_evidence', 'lost', ['charge.dispute.closed']],
  ])('%s: %s', async (uncategorized_text, status, last) => {
    const h = await harness({ settleAfterMs: 60_000 })
    const intent = await pay(h, 'pm_card_createDispute')
    expect((await h.eventTypes()).slice(3)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
    ])
    const charge = await h.stripe.charges.retrieve(String(intent.latest_charge))
    expect(charge.disputed).toBe(true)
    const [dispute] = (await h.stripe.disputes.list({ payment_intent: intent.id })).data
    expect(dispute).toMatchObject({ status: 'needs_response', amount: 1000, reason: 'fraudulent' })
    expect((await failure(h.stripe.refunds.create({ payment_intent: intent.id }))).code).toBe(
      'charge_disputed',
    )
    const answered = await h.stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text } })
    expect(answered.status).toBe('under_review')
    await h.control('POST', 'clock', { advance_ms: 60_000 })
    expect((await h.stripe.disputes.retrieve(dispute?.id ?? '')).status).toBe(status)
    expect((await h.eventTypes()).slice(6)).toEqual(last)
    const refund = h.stripe.refunds.create({ payment_intent: intent.id })
    if (status === 'won') expect((await refund).status).toBe('succeeded')
    else expect((await failure(refund)).code).toBe('charge_disputed')
  })

  describe('an inquiry takes no money yet, and the payment can be refunded', () => {
    async function inquire(h: Harness) {
      const intent = await pay(h, 'pm_card_createDisputeInquiry')
      const [dispute] = (await h.stripe.disputes.list({ payment_intent: intent.id })).data
      expect(dispute).toMatchObject({
        status: 'warning_needs_response',
        is_charge_refundable: true,
        payment_method_details: { card: { case_type: 'inquiry' } },
      })
      expect((await h.eventTypes()).slice(3)).toEqual(['charge.dispute.created'])
      return { intent: intent.id, dispute: dispute?.id ?? '' }
    }
    async function answer(h: Harness, dispute: string, uncategorized_text: string) {
      const answered = await h.stripe.disputes.update(dispute, { evidence: { uncategorized_text } })
      expect(answered.status).toBe('warning_under_review')
      await h.control('POST', 'clock', { advance_ms: 60_000 })
      return (await h.eventTypes()).slice(5)
    }

    test('and closes', async () => {
      const h = await harness({ settleAfterMs: 60_000 })
      const { intent, dispute } = await inquire(h)
      expect(await answer(h, dispute, 'winning_evidence')).toEqual(['charge.dispute.closed'])
      expect((await h.stripe.disputes.retrieve(dispute)).status).toBe('warning_closed')
      expect((await h.stripe.refunds.create({ payment_intent: intent })).status).toBe('succeeded')
    })

    test('or becomes a dispute', async () => {
      const h = await harness({ settleAfterMs: 60_000 })
      const { intent, dispute } = await inquire(h)
      expect(await answer(h, dispute, 'escalate_inquiry_evidence')).toEqual([
        'charge.dispute.updated',
        'charge.dispute.funds_withdrawn',
      ])
      expect(await h.stripe.disputes.retrieve(dispute)).toMatchObject({
        status: 'needs_response',
        is_charge_refundable: false,
      })
      expect((await failure(h.stripe.refunds.create({ payment_intent: intent }))).code).toBe(
        'charge_disputed',
      )
      expect((await h.stripe.disputes.close(dispute)).status).toBe('lost')
    })
  })

  test('closing a dispute accepts its loss', async () => {
    const h = await harness()
    const intent = await pay(h, 'pm_card_createDispute')
    const [dispute] = (await h.stripe.disputes.list({ charge: String(intent.latest_charge) })).data
    expect((await h.stripe.disputes.close(dispute?.id ?? '')).status).toBe('lost')
  })
})
