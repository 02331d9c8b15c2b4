import { afterEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import { newKey, type PaidPayment, usePaying } from '../support/paying.ts'

/** Payments of 10,000 with a fee of 200, unless a test changes that at the processor. */
const paying = usePaying({ env: { SVC_FEE_BPS: '200' }, webhooks: true })

const there = () => ({ stripeAccount: paying.merchant.accountId })
const act = (kind: 'capture' | 'refund', { id }: PaidPayment, body: object = {}, key = newKey()) =>
  paying.post(`/payments/${id}/${kind}`, body, { 'idempotency-key': key })
const capture = (payment: PaidPayment, body?: object) => act('capture', payment, body)
const refund = (payment: PaidPayment, body?: object) => act('refund', payment, body)
const seen = async ({ id }: PaidPayment) => (await paying.get(`/payments/${id}`)).body

type Change = Parameters<typeof paying.stripe.paymentIntents.update>[1]
const change = ({ intentId }: PaidPayment, changed: Change) =>
  paying.stripe.paymentIntents.update(intentId, changed, there())

async function created(body: object = {}): Promise<PaidPayment> {
  const { body: made } = await paying.create({ amountCents: 10_000, ...body })
  return { id: made.svcPaymentId, intentId: made.processorPaymentIntentId }
}

async function confirmed(payment: PaidPayment, method = 'pm_card_visa'): Promise<PaidPayment> {
  await paying.stripe.paymentIntents.confirm(
    payment.intentId,
    { payment_method: method, return_url: 'https://shop.example/return' },
    there(),
  )
  return payment
}

async function untilHeard(payment: PaidPayment) {
  const isSettled = /requires_capture|succeeded|refunded/
  await waitFor(async () => expect((await seen(payment)).status).toMatch(isSettled))
  return payment
}

/** A payment that is paid or authorized, also in our record. Later events do not arrive. */
async function paid(body?: object, changed?: Change, method?: string): Promise<PaidPayment> {
  const payment = await created(body)
  if (changed) await change(payment, changed)
  await untilHeard(await confirmed(payment, method))
  await paying.control('/webhooks/pause', {})
  return payment
}
const held = (changed?: Change) => paid({ captureMethod: 'manual' }, changed)

const refundThere = ({ intentId }: PaidPayment, amount?: number) =>
  paying.stripe.refunds.create({ payment_intent: intentId, ...(amount ? { amount } : {}) }, there())

async function charge({ intentId }: PaidPayment) {
  const { data } = await paying.stripe.charges.list({ payment_intent: intentId }, there())
  if (!data[0]) throw new Error('no charge')
  return data[0]
}

async function fee(payment: PaidPayment): Promise<number> {
  const { data } = await paying.stripe.applicationFees.list({ charge: (await charge(payment)).id })
  return data[0] ? data[0].amount - data[0].amount_refunded : 0
}

const bookOf = async ({ id }: PaidPayment) => {
  const [row] = await paying.service.db`
    select array_agg(distinct currency) as currencies, -sum(customer_cents)::int as paid,
      sum(platform_fees_cents)::int as fee
    from ledger_entries where payment_id = ${id}`
  return { currencies: row?.currencies, paid: row?.paid, fee: row?.fee }
}

/** The ledger matches the processor, now and after all events have arrived. */
async function expectAgreement(payment: PaidPayment) {
  for (const isHeard of [false, true]) {
    if (isHeard) await hearAll()
    const { amount_captured, amount_refunded, amount, currency } = await charge(payment)
    const released = (await shownReleases(payment)) ? amount - amount_captured : 0
    expect(await bookOf(payment)).toEqual({
      currencies: [currency],
      paid: amount_captured - (amount_refunded - released),
      fee: await fee(payment),
    })
    const { differences } = await verifyLedger(paying.service.db)
    expect(differences.filter(({ svcPaymentId }) => svcPaymentId === payment.id)).toEqual([])
  }
}

async function shownReleases({ intentId }: PaidPayment): Promise<boolean> {
  const { data } = await paying.stripe.refunds.list({ payment_intent: intentId }, there())
  return data.some(({ balance_transaction }) => balance_transaction === null)
}

async function hearAll() {
  await paying.control('/webhooks/resume', {})
  await waitFor(async () => {
    const { pending } = (await paying.control('/webhooks')) as { pending: number }
    expect(pending).toBe(0)
  })
}

afterEach(async () => {
  await paying.clearFaults()
  await paying.control('/webhooks/resume', {})
})

describe('before it is paid, a change at the processor', () => {
  it('that removes the fee leaves none here, and a refund returns none', async () => {
    const payment = await paid({}, { application_fee_amount: '' })
    expect(await seen(payment)).toMatchObject({ status: 'succeeded', applicationFeeCents: 0 })
    const { status, body } = await refund(payment, { amountCents: 2_500 })
    expect([status, body.status]).toEqual([200, 'partially_refunded'])
    expect((await refund(payment)).body).toMatchObject({ status: 'refunded' })
    await expectAgreement(payment)
  })

  it('of the fee is adopted', async () => {
    const payment = await paid({}, { application_fee_amount: 70 })
    expect(await seen(payment)).toMatchObject({ applicationFeeCents: 70 })
    await expectAgreement(payment)
  })

  it('of the currency is adopted', async () => {
    const payment = await paid({}, { currency: 'jpy' })
    expect(await seen(payment)).toMatchObject({ status: 'succeeded', currency: 'jpy', amountCents: 10_000 })
    expect((await refund(payment, { amountCents: 10_001 })).body.detail).toContain('¥10,000')
    expect((await refund(payment)).body).toMatchObject({ status: 'refunded', currency: 'jpy' })
    await expectAgreement(payment)
  })

  it.each([6_000, 14_000])('of the amount to %d is authorized and captured', async amount => {
    const payment = await held({ amount })
    expect(await seen(payment)).toMatchObject({ amountCents: amount, applicationFeeCents: 200 })
    const tooMuch = await capture(payment, { amountCents: amount + 1 })
    expect([tooMuch.status, tooMuch.body.errors[0].message]).toEqual([400, `must be at most ${amount}`])
    expect((await capture(payment)).body).toMatchObject({ status: 'succeeded', amountCents: amount })
    await expectAgreement(payment)
  })

  it('of the amount scales the fee of a partial capture by the authorized amount', async () => {
    const payment = await held({ amount: 6_000 })
    const { body } = await capture(payment, { amountCents: 3_000 })
    expect(body).toMatchObject({ amountCents: 3_000, applicationFeeCents: 100 })
    await expectAgreement(payment)
  })

  it('of the capture method is adopted', async () => {
    const payment = await paid({}, { capture_method: 'manual' })
    expect(await seen(payment)).toMatchObject({ status: 'requires_capture', captureMethod: 'manual' })
  })

  it('of everything is adopted from a reading as from an event', async () => {
    await paying.control('/webhooks/pause', {})
    const payment = await created({ captureMethod: 'manual' })
    await change(payment, { amount: 8_000, currency: 'eur', application_fee_amount: '' })
    await confirmed(payment)
    expect((await capture(payment, { amountCents: 4_000 })).body).toMatchObject({
      amountCents: 4_000,
      currency: 'eur',
      applicationFeeCents: 0,
    })
    await expectAgreement(payment)
  })
})

describe('a fee changed at the processor after the authorization', () => {
  it('is not overwritten by a capture of all', async () => {
    const payment = await held()
    await change(payment, { application_fee_amount: 30 })
    expect((await capture(payment)).body).toMatchObject({ amountCents: 10_000, applicationFeeCents: 30 })
    await expectAgreement(payment)
  })

  it('is scaled by a partial capture', async () => {
    const payment = await held()
    await change(payment, { application_fee_amount: 30 })
    const { body } = await capture(payment, { amountCents: 5_000 })
    expect(body).toMatchObject({ amountCents: 5_000, applicationFeeCents: 15 })
    await expectAgreement(payment)
  })

  it('stays removed if it was removed', async () => {
    const payment = await held()
    await change(payment, { application_fee_amount: '' })
    expect((await capture(payment, { amountCents: 5_000 })).body).toMatchObject({ applicationFeeCents: 0 })
    expect((await refund(payment)).body.status).toBe('refunded')
    await expectAgreement(payment)
  })

  it('is not overwritten while it cannot be read: 503, and nothing is captured', async () => {
    const payment = await held()
    await paying.control('/faults', { operation: 'payment_intents.retrieve', kind: 'reset', count: 50 })
    const answer = await capture(payment, { amountCents: 5_000 })
    expect([answer.status, answer.body.title]).toEqual([503, 'Unavailable'])
    expect((await charge(payment)).captured).toBe(false)
  })
})

describe('a refund made in the processor’s dashboard a moment ago', () => {
  it('leaves the rest for a full refund, which replays under its key', async () => {
    const payment = await paid()
    await refundThere(payment, 4_000)
    const key = newKey()
    const first = await act('refund', payment, {}, key)
    expect([first.status, first.body.status]).toEqual([200, 'refunded'])
    expect(first.body.refundedCents).toBe(10_000)
    const again = await act('refund', payment, {}, key)
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
    expect((await charge(payment)).amount_refunded).toBe(10_000)
    await expectAgreement(payment)
  })

  it('leaves the rest for a full refund without a key, and for an operator’s', async () => {
    for (const headers of [undefined, { 'idempotency-key': newKey() }]) {
      const payment = await paid()
      await refundThere(payment, 4_000)
      const path = `/payments/${payment.id}/refund`
      const { status, body } = headers
        ? await paying.service.call('POST', `/admin/v1${path}`, { operator: true, body: {}, headers })
        : await paying.post(path)
      expect([status, body.status]).toEqual([200, 'refunded'])
      await expectAgreement(payment)
    }
  })

  it('of the whole amount leaves nothing: 409 with the real status, which the payment shows from then on', async () => {
    const payment = await paid()
    await refundThere(payment)
    const { status, body } = await refund(payment)
    expect([status, body.title, body.currentStatus]).toEqual([409, 'Invalid state', 'refunded'])
    expect(await seen(payment)).toMatchObject({ status: 'refunded', refundedCents: 10_000 })
    await expectAgreement(payment)
  })

  it('counts if a refund exceeds the rest: 400 naming the rest', async () => {
    const payment = await paid()
    await refundThere(payment, 4_000)
    const { status, body } = await refund(payment, { amountCents: 6_001 })
    expect([status, body.errors[0]]).toEqual([400, { path: 'amountCents', message: 'must be at most 6000' }])
    expect((await refund(payment, { amountCents: 6_000 })).body.status).toBe('refunded')
    await expectAgreement(payment)
  })

  it('and our next one: simultaneous refunds take exactly the rest, and never more', async () => {
    const payment = await paid()
    await refundThere(payment, 3_333)
    const bodies = [{}, {}, { amountCents: 1_000 }, { amountCents: 2_000 }, { amountCents: 5_000 }, {}]
    const answers = await Promise.all(bodies.map(body => refund(payment, body)))
    for (const { status } of answers) expect([200, 400, 409]).toContain(status)
    expect((await charge(payment)).amount_refunded).toBeLessThanOrEqual(10_000)
    const rest = await refund(payment)
    expect([200, 409]).toContain(rest.status)
    expect((await charge(payment)).amount_refunded).toBe(10_000)
    expect((await seen(payment)).status).toBe('refunded')
    await expectAgreement(payment)
  })

  it('is found before the caller is refused; without a reading, the answer is 503', async () => {
    const payment = await paid()
    await refundThere(payment, 4_000)
    await paying.control('/faults', { operation: 'payment_intents.retrieve', kind: 'reset', count: 50 })
    const key = newKey()
    expect((await act('refund', payment, {}, key)).status).toBe(503)
    await paying.clearFaults()
    expect((await act('refund', payment, {}, key)).body.status).toBe('refunded')
    await expectAgreement(payment)
  })

  it('is adopted even if our answer is lost: the key resumes our refund', async () => {
    const payment = await paid()
    await refundThere(payment, 4_000)
    const key = newKey()
    await paying.control('/faults', { operation: 'refunds.create', kind: 'lost' })
    expect((await act('refund', payment, {}, key)).status).toBe(504)
    const { status, body } = await act('refund', payment, {}, key)
    expect([status, body.status]).toEqual([200, 'refunded'])
    const { data } = await paying.stripe.refunds.list({ payment_intent: payment.intentId }, there())
    expect(data.map(({ amount }) => amount).sort()).toEqual([4_000, 6_000])
    await expectAgreement(payment)
  })
})

describe('a call resumed after the payment was changed there', () => {
  it('is planned again by the next retry: it refunds the current rest', async () => {
    const payment = await paid()
    const key = newKey()
    await paying.control('/faults', { operation: 'refunds.create', kind: 'reset', count: 2 })
    expect((await act('refund', payment, {}, key)).status).toBe(504)
    await paying.clearFaults()
    await refundThere(payment, 4_000)
    expect((await act('refund', payment, {}, key)).body.title).toBe('In progress')
    expect((await act('refund', payment, {}, key)).body).toMatchObject({ status: 'refunded' })
    const operations = await paying.service.db`
      select state from operations where payment_id = ${payment.id} and kind = 'refund'`
    expect([...operations]).toEqual([{ state: 'done' }])
    const refunds = await paying.service.db`
      select amount_cents, state from refunds where payment_id = ${payment.id} order by amount_cents`
    expect([...refunds]).toEqual([
      { amountCents: 4_000, state: 'succeeded' },
      { amountCents: 6_000, state: 'succeeded' },
    ])
    await expectAgreement(payment)
  })

  it('captures the whole authorization, with the current fee', async () => {
    const payment = await held()
    const key = newKey()
    await paying.control('/faults', { operation: 'payment_intents.capture', kind: 'reset', count: 2 })
    expect((await act('capture', payment, {}, key)).status).toBe(504)
    await paying.clearFaults()
    await change(payment, { application_fee_amount: 30 })
    expect((await act('capture', payment, {}, key)).body).toMatchObject({ applicationFeeCents: 30 })
    await expectAgreement(payment)
  })
})

describe('other changes at the processor', () => {
  it('a refund of ours that failed there leaves more for a full refund', async () => {
    const payment = await paid({}, {}, 'pm_card_refundFail')
    expect((await refund(payment, { amountCents: 3_000 })).status).toBe(200)
    await waitFor(async () => {
      const { data } = await paying.stripe.refunds.list({ payment_intent: payment.intentId }, there())
      expect(data.map(({ status }) => status)).toEqual(['failed'])
    })
    expect((await refund(payment)).body).toMatchObject({ status: 'refunded', refundedCents: 10_000 })
    const { data } = await paying.stripe.refunds.list({ payment_intent: payment.intentId }, there())
    expect(data.map(({ amount }) => amount)).toEqual([10_000, 3_000])
  })

  it('a fee that only the ledger has is corrected by the refund', async () => {
    const payment = await paid({}, { application_fee_amount: '' })
    // as an earlier release posted it
    await paying.service.db.begin(async tx => {
      await tx`update payments set fee_cents = 200 where payment_id = ${payment.id}`
      await tx`
        insert into ledger_entries (merchant_id, payment_id, fact, kind, source, currency, customer_cents, merchant_cents,
          platform_fees_cents, dispute_hold_cents)
        values (${paying.merchant.merchantId}, ${payment.id}, 'fee_correction:0', 'fee_correction', 'test', 'usd', 0, -200, 200, 0)`
    })
    expect((await refund(payment, { amountCents: 2_500 })).body).toMatchObject({
      status: 'partially_refunded',
      applicationFeeCents: 0,
    })
    await expectAgreement(payment)
  })

  it('a capture in the dashboard: 409 with the real status', async () => {
    const payment = await held()
    await paying.stripe.paymentIntents.capture(payment.intentId, { amount_to_capture: 6_000 }, there())
    for (const body of [{}, { amountCents: 5_000 }]) {
      const answer = await capture(payment, body)
      expect([answer.status, answer.body.currentStatus]).toEqual([409, 'succeeded'])
    }
    expect(await seen(payment)).toMatchObject({ status: 'succeeded', amountCents: 6_000 })
    await expectAgreement(payment)
  })

  it('no change: a refusal for another reason is passed on', async () => {
    const payment = await paid()
    await paying.control('/faults', { operation: 'refunds.create', kind: 'error', status: 400 })
    expect((await refund(payment)).status).toBe(400)
    expect((await refund(payment)).body.status).toBe('refunded')
  })
})
