import { describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { newKey, usePaying } from '../support/paying.ts'

const paying = usePaying({ env: { SVC_FEE_BPS: '133' } })

const onAccount = () => ({ stripeAccount: paying.merchant.accountId })
const capture = (id: string, body?: unknown) => paying.post(`/payments/${id}/capture`, body)
const refund = (id: string, body?: unknown) => paying.post(`/payments/${id}/refund`, body)
const cancel = (id: string) => paying.post(`/payments/${id}/cancel`)
const chargeOf = async (intentId: string) => {
  const { data } = await paying.stripe.charges.list({ payment_intent: intentId }, onAccount())
  return data[0]
}
const entriesOf = (id: string) =>
  paying.service.db`
    select kind, customer_cents, merchant_cents, platform_fees_cents from ledger_entries
    where payment_id = ${id} order by posted_at, fact`

describe('capturing', () => {
  it('in full: succeeded, the fee as applied, and the ledger has it', async () => {
    const { id, intentId } = await paying.pay({
      amountCents: 10_000,
      captureMethod: 'manual',
      orderRef: 'o-1',
    })
    const { status, body } = await capture(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      svcPaymentId: id,
      status: 'succeeded',
      amountCents: 10_000,
      applicationFeeCents: 133,
      currency: 'usd',
      orderRef: 'o-1',
      processorPaymentIntentId: intentId,
    })
    expect(await chargeOf(intentId)).toMatchObject({ amount_captured: 10_000, application_fee_amount: 133 })
    expect(await entriesOf(id)).toEqual([
      { kind: 'capture', customerCents: -10_000, merchantCents: 9_867, platformFeesCents: 133 },
    ])
    expect((await paying.get(`/payments/${id}`)).body).toMatchObject(body)
  })

  it('in part: the captured amount, the fee scaled half up, the remainder released', async () => {
    const { id, intentId } = await paying.pay({ amountCents: 10_000, captureMethod: 'manual' })
    const { body } = await capture(id, { amountCents: 5_000 })
    expect(body).toMatchObject({ status: 'succeeded', amountCents: 5_000, applicationFeeCents: 67 })
    expect(await chargeOf(intentId)).toMatchObject({ amount_captured: 5_000, application_fee_amount: 67 })
    const intent = await paying.stripe.paymentIntents.retrieve(intentId, undefined, onAccount())
    expect(intent).toMatchObject({ amount_capturable: 0, amount_received: 5_000 })
  })

  it('too much: 400 naming the amount that can be captured; then less works', async () => {
    const { id } = await paying.pay({ amountCents: 2_000, captureMethod: 'manual' })
    for (const amountCents of [2_001, 5_000_001, Number.MAX_SAFE_INTEGER]) {
      const tooMuch = await capture(id, { amountCents })
      expect([tooMuch.status, tooMuch.body.title]).toEqual([400, 'Invalid request'])
      expect(tooMuch.body.detail).toContain('2000')
    }
    expect((await capture(id, { amountCents: 2_000 })).status).toBe(200)
  })

  it('in the wrong state: 409 Invalid state with the current and the allowed statuses', async () => {
    const { body: open } = await paying.create({ captureMethod: 'manual' })
    const early = await capture(open.svcPaymentId)
    expect(early.status).toBe(409)
    expect(early.body).toMatchObject({
      title: 'Invalid state',
      currentStatus: 'requires_payment_method',
      allowedFrom: ['requires_capture'],
    })
    const { id } = await paying.pay({ captureMethod: 'manual' })
    await capture(id)
    expect((await capture(id)).body).toMatchObject({ title: 'Invalid state', currentStatus: 'succeeded' })
  })

  it('twice at once captures once', async () => {
    const { id } = await paying.pay({ amountCents: 3_000, captureMethod: 'manual' })
    const answers = await Promise.all([capture(id), capture(id), cancel(id)])
    const statuses = answers.map(answer => answer.status).sort()
    expect(statuses).toEqual([200, 409, 409])
  })

  it.each([[{ amountCents: 0 }], [{ amountCents: -1 }], [{ amountCents: '5' }], [{ amount: 5 }], [[]]])(
    'refuses %j',
    async body => {
      const { id } = await paying.pay({ captureMethod: 'manual' })
      expect((await capture(id, body)).status).toBe(400)
      expect((await paying.stripe.paymentIntents.list({ limit: 1 }, onAccount())).data[0]?.status).toBe(
        'requires_capture',
      )
    },
  )

  it('replays under its own Idempotency-Key and refuses the key for another payment', async () => {
    const { id } = await paying.pay({ captureMethod: 'manual' })
    const other = await paying.pay({ captureMethod: 'manual' })
    const headers = { 'idempotency-key': newKey() }
    const first = await paying.post(`/payments/${id}/capture`, {}, headers)
    await refund(id)
    const again = await paying.post(`/payments/${id}/capture`, undefined, headers)
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const conflict = await paying.post(`/payments/${other.id}/capture`, {}, headers)
    expect([conflict.status, conflict.body.title]).toEqual([409, 'Idempotency conflict'])
  })
})

describe('refunding', () => {
  it('in full returns the money and the whole fee', async () => {
    const { id, intentId } = await paying.pay({ amountCents: 10_000 })
    const { status, body } = await refund(id, { reason: 'requested_by_customer' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'refunded', amountCents: 10_000, applicationFeeCents: 133 })
    expect(await chargeOf(intentId)).toMatchObject({ amount_refunded: 10_000, refunded: true })
    expect(await entriesOf(id)).toEqual([
      { kind: 'capture', customerCents: -10_000, merchantCents: 9_867, platformFeesCents: 133 },
      { kind: 'refund', customerCents: 10_000, merchantCents: -10_000, platformFeesCents: 0 },
      { kind: 'fee_refund', customerCents: 0, merchantCents: 133, platformFeesCents: -133 },
    ])
    expect((await refund(id)).body).toMatchObject({ title: 'Invalid state', currentStatus: 'refunded' })
  })

  it('in parts returns the fee cumulatively, so that the total is exact', async () => {
    const { id, intentId } = await paying.pay({ amountCents: 10_000 })
    for (const amountCents of [3_333, 3_333]) {
      const { body } = await refund(id, { amountCents })
      expect(body.status).toBe('partially_refunded')
    }
    expect((await refund(id)).body.status).toBe('refunded')
    const rows = await paying.service.db`
      select -platform_fees_cents as fee from ledger_entries where payment_id = ${id} and kind = 'fee_refund' order by posted_at`
    expect(rows.map(row => row.fee)).toEqual([44, 45, 44])
    const charge = await chargeOf(intentId)
    const fee = await paying.stripe.applicationFees.retrieve(String(charge?.application_fee))
    expect(fee.amount_refunded).toBe(133)
  })

  it('without the fee leaves it with the platform', async () => {
    const { id } = await paying.pay({ amountCents: 10_000 })
    await refund(id, { refundApplicationFee: false })
    expect((await entriesOf(id))[1]).toEqual({
      kind: 'refund',
      customerCents: 10_000,
      merchantCents: -10_000,
      platformFeesCents: 0,
    })
  })

  it('of a payment without a fee works', async () => {
    const mine = paying.merchant
    paying.merchant = await paying.addMerchant({ feeBps: 0 })
    const { id } = await paying.pay()
    const answer = await refund(id)
    paying.merchant = mine
    expect(answer.body).toMatchObject({ status: 'refunded', applicationFeeCents: 0 })
  })

  it('too much: 400 naming the remaining amount', async () => {
    const { id } = await paying.pay({ amountCents: 1_000 })
    await refund(id, { amountCents: 100 })
    for (const amountCents of [901, 5_000_001, Number.MAX_SAFE_INTEGER]) {
      const tooMuch = await refund(id, { amountCents })
      expect([tooMuch.status, tooMuch.body.title]).toEqual([400, 'Invalid request'])
      expect(tooMuch.body.detail).toContain('900')
    }
  })

  it('before the payment is complete: 409 Invalid state', async () => {
    const { body } = await paying.create()
    expect((await refund(body.svcPaymentId)).body).toMatchObject({
      title: 'Invalid state',
      currentStatus: 'requires_payment_method',
      allowedFrom: ['succeeded', 'partially_refunded'],
    })
  })

  it.each([
    [{ amountCent: 100 }],
    [{ amountCents: 0 }],
    [{ amountCents: '100' }],
    [{ reason: 'bored' }],
    [{ refundApplicationFee: 'yes' }],
  ])('%j is refused and refunds nothing', async body => {
    const { id, intentId } = await paying.pay()
    expect((await refund(id, body)).status).toBe(400)
    expect((await chargeOf(intentId))?.amount_refunded).toBe(0)
  })

  it('many at once never exceed the capture, and those that fit all succeed', async () => {
    const { id, intentId } = await paying.pay({ amountCents: 1_000 })
    const answers = await Promise.all(Array.from({ length: 14 }, () => refund(id, { amountCents: 100 })))
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(10)
    for (const answer of answers) expect([200, 400, 409]).toContain(answer.status)
    expect((await chargeOf(intentId))?.amount_refunded).toBe(1_000)
    expect((await paying.get(`/payments/${id}`)).body.status).toBe('refunded')
  })

  it('whose answer is lost: 504, and a retry with the key refunds once', async () => {
    const { id, intentId } = await paying.pay({ amountCents: 1_000 })
    const headers = { 'idempotency-key': newKey() }
    await paying.control('/faults', { operation: 'refunds.create', kind: 'lost' })
    const unknown = await paying.post(`/payments/${id}/refund`, { amountCents: 400 }, headers)
    expect(unknown.status).toBe(504)
    await paying.clearFaults()
    const early = await paying.post(`/payments/${id}/refund`, { amountCents: 601 })
    expect([early.status, early.body.title]).toEqual([409, 'In progress'])
    // a call with another key is not a retry: the payment is read first, and shows the remaining amount
    const other = { 'idempotency-key': newKey() }
    expect((await paying.post(`/payments/${id}/refund`, { amountCents: 601 }, other)).status).toBe(400)
    const retried = await paying.post(`/payments/${id}/refund`, { amountCents: 400 }, headers)
    expect(retried.body).toMatchObject({ status: 'partially_refunded' })
    expect((await refund(id, { amountCents: 601 })).status).toBe(400)
    expect((await chargeOf(intentId))?.amount_refunded).toBe(400)
  })
})

describe('canceling', () => {
  it('an open payment and an authorized one', async () => {
    const { body: open } = await paying.create()
    expect((await cancel(open.svcPaymentId)).body).toMatchObject({ status: 'canceled' })
    const { id } = await paying.pay({ captureMethod: 'manual' })
    expect((await cancel(id)).body).toMatchObject({ status: 'canceled', amountCents: 5_000 })
    expect(await entriesOf(id)).toEqual([])
  })

  it('a completed or a canceled one: 409 Invalid state', async () => {
    const { id } = await paying.pay()
    expect((await cancel(id)).body).toMatchObject({ title: 'Invalid state', currentStatus: 'succeeded' })
    const { body: open } = await paying.create()
    await cancel(open.svcPaymentId)
    expect((await cancel(open.svcPaymentId)).body).toMatchObject({ currentStatus: 'canceled' })
  })
})

describe('a refund that failed without our knowledge', () => {
  it('is read before a refund is refused as too much', async () => {
    const { id, intentId } = await paying.pay({ amountCents: 5_000 }, 'pm_card_refundFail')
    expect((await refund(id, { amountCents: 3_000 })).status).toBe(200)
    await waitFor(async () => {
      const { data } = await paying.stripe.refunds.list({ payment_intent: intentId }, onAccount())
      expect(data.map(({ status }) => status)).toEqual(['failed'])
    })
    const { status, body } = await refund(id, { amountCents: 4_000 })
    expect([status, body.status]).toEqual([200, 'partially_refunded'])
    expect((await refund(id, { amountCents: 5_001 })).status).toBe(400)
  })
})

describe('while the processor cannot be asked', () => {
  it.each([
    ['capture', { kind: 'reset' }],
    ['capture', { kind: 'error', status: 500 }],
    ['refund', { kind: 'reset' }],
  ])('%s of an open payment is 503, not a possibly wrong refusal (%j)', async (kind, fault) => {
    const { id } = await paying.pay({ captureMethod: kind === 'capture' ? 'manual' : 'automatic' })
    await paying.control('/faults', { operation: 'payment_intents.retrieve', count: 50, ...fault })
    const answer = await paying.post(`/payments/${id}/${kind}`)
    await paying.clearFaults()
    expect([answer.status, answer.body.title]).toEqual([503, 'Unavailable'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await paying.post(`/payments/${id}/${kind}`)).status).toBe(200)
  })
})

describe('a refusal by the processor', () => {
  it('of a capture frees the reservation, and the ledger gets the true state', async () => {
    const { id, intentId } = await paying.pay({ captureMethod: 'manual' })
    await paying.get(`/payments/${id}`)
    await paying.service
      .db`update payments set status = 'requires_capture', version = 2 where payment_id = ${id}`
    await paying.stripe.paymentIntents.cancel(intentId, {}, onAccount())
    const refused = await capture(id)
    expect(refused.body).toMatchObject({ title: 'Invalid state', currentStatus: 'canceled' })
    expect((await paying.get(`/payments/${id}`)).body.status).toBe('canceled')
  })
})

describe('a tip added at the reader', () => {
  async function tipped(captureMethod: string): Promise<string> {
    const { terminal } = paying.stripe
    const address = { line1: '1 Main St', city: 'Oakland', state: 'CA', postal_code: '94601', country: 'US' }
    const location = await terminal.locations.create({ display_name: 'Bar', address }, onAccount())
    const registration = { registration_code: 'simulated-wpe', location: location.id }
    const reader = await terminal.readers.create(registration, onAccount())
    const { body } = await paying.create({ captureMethod, paymentMethodTypes: ['card_present'] })
    const intent = { payment_intent: body.processorPaymentIntentId }
    await terminal.readers.processPaymentIntent(reader.id, intent, onAccount())
    await paying.control(`/readers/${reader.id}/present`, { amount_tip: 500 })
    return body.svcPaymentId
  }

  it('is captured with the rest, and leaves the fee as it was', async () => {
    const id = await tipped('manual')
    expect((await capture(id)).body).toMatchObject({ amountCents: 5500, applicationFeeCents: 67 })
    expect(await entriesOf(id)).toEqual([
      { kind: 'capture', customerCents: -5500, merchantCents: 5433, platformFeesCents: 67 },
    ])
  })

  it('can be refunded with the rest', async () => {
    const id = await tipped('automatic')
    expect((await refund(id)).body).toMatchObject({ status: 'refunded', amountCents: 5500 })
  })
})
