import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { systemClock } from '../../src/clock.ts'
import { findLostEvents } from '../../src/jobs/find-lost-events.ts'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import { newKey, type PaidPayment, usePaying } from '../support/paying.ts'
import { encryptionKeys } from '../support/secrets.ts'

const paying = usePaying({ role: 'all', webhooks: true })
const there = () => ({ stripeAccount: paying.merchant.accountId })

beforeEach(async () => {
  await paying.clearFaults()
  paying.merchant = await paying.addMerchant({ feeBps: 5_000 })
})

/** A payment that is paid, also in our record. */
async function paid(body: object, method?: string): Promise<PaidPayment> {
  const payment = await paying.pay({ amountCents: 100, ...body }, method)
  await waitFor(async () =>
    expect((await paying.get(`/payments/${payment.id}`)).body.status).toMatch(/succeeded|requires_capture/),
  )
  return payment
}

const refund = async ({ id }: PaidPayment, body: object = {}) => {
  const answer = await paying.post(`/payments/${id}/refund`, body, { 'idempotency-key': newKey() })
  expect(answer.status).toBe(200)
}

async function feeAtProcessor({ intentId }: PaidPayment) {
  const intent = await paying.stripe.paymentIntents.retrieve(intentId, {}, there())
  const { data } = await paying.stripe.applicationFees.list({ charge: String(intent.latest_charge) })
  if (!data[0]) throw new Error('no fee')
  return data[0]
}

async function keptInLedger({ id }: PaidPayment): Promise<number> {
  const [row] = await paying.service.db<{ kept: number }[]>`
    select sum(platform_fees_cents)::int as kept from ledger_entries where payment_id = ${id}`
  return row?.kept ?? 0
}

/** Expects this fee in the ledger and at the processor. */
async function expectKept(payment: PaidPayment, cents: number) {
  await waitFor(async () => {
    const fee = await feeAtProcessor(payment)
    expect([fee.amount - fee.amount_refunded, await keptInLedger(payment)]).toEqual([cents, cents])
  })
  expect((await verifyLedger(paying.service.db)).differences).toEqual([])
}

async function untilRefundsFailed({ id }: PaidPayment, count: number) {
  await waitFor(async () => {
    const failed = await paying.service
      .db`select 1 from refunds where payment_id = ${id} and state = 'failed'`
    expect(failed).toHaveLength(count)
  })
}

describe('the platform’s fee in the ledger matches the processor', () => {
  it('immediately after a refund that returns it, whatever the previous refund did', async () => {
    paying.merchant = await paying.addMerchant({ feeBps: 300 })
    const payment = await paid({})
    await refund(payment, { amountCents: 50, refundApplicationFee: false })
    await refund(payment, { amountCents: 50 })
    expect(await keptInLedger(payment)).toBe(
      await feeAtProcessor(payment).then(f => f.amount - f.amount_refunded),
    )
    await expectKept(payment, 2)
  })

  it('if a full refund fails later', async () => {
    const payment = await paid({}, 'pm_card_refundFail')
    await refund(payment)
    await untilRefundsFailed(payment, 1)
    await expectKept(payment, 0)
    expect((await paying.get(`/payments/${payment.id}`)).body.status).toBe('succeeded')
  })

  it('if half was refunded, failed, and is refunded again', async () => {
    const payment = await paid({}, 'pm_card_refundFail')
    await refund(payment, { amountCents: 50 })
    await untilRefundsFailed(payment, 1)
    await refund(payment, { amountCents: 50 })
    await untilRefundsFailed(payment, 2)
    await expectKept(payment, 0)
  })

  it('if it was returned with a refund in the processor’s dashboard', async () => {
    const payment = await paid({})
    const params = { payment_intent: payment.intentId, amount: 40, refund_application_fee: true }
    await paying.stripe.refunds.create(params, there())
    await expectKept(payment, 30)
  })

  it('if a part of it was returned in the processor’s dashboard', async () => {
    const payment = await paid({})
    const fee = await feeAtProcessor(payment)
    await paying.stripe.applicationFees.createRefund(fee.id, { amount: 30 })
    await expectKept(payment, 20)
    const [event] = await paying.service.db`
      select outcome, payment_id from events where type = 'application_fee.refunded' and payment_id = ${payment.id}`
    expect(event).toEqual({ outcome: 'applied', paymentId: payment.id })
  })

  it('if a part of it was returned, and that event was lost', async () => {
    const payment = await paid({})
    await paying.control('/webhooks/disruptions', { mode: 'drop', types: ['application_fee.refunded'] })
    const fee = await feeAtProcessor(payment)
    await paying.stripe.applicationFees.createRefund(fee.id, { amount: 20 })
    const { db, processors } = paying.service
    const deps = { db, processors, clock: systemClock, encryptionKeys, wakeCallbacks: () => {} }
    const search = findLostEvents(deps, pino({ level: 'silent' }), 0)
    await waitFor(async () => {
      await db`update event_cursors set due_at = now() where merchant_id = '-'`
      await search.run()
      expect(await keptInLedger(payment)).toBe(30)
    })
    await expectKept(payment, 30)
  })

  it('if a part was captured in the processor’s dashboard', async () => {
    const payment = await paid({ amountCents: 100, captureMethod: 'manual' })
    await paying.stripe.paymentIntents.capture(payment.intentId, { amount_to_capture: 60 }, there())
    await expectKept(payment, 50)
    expect((await paying.get(`/payments/${payment.id}`)).body).toMatchObject({
      amountCents: 60,
      applicationFeeCents: 50,
    })
  })

  it('after a later reading, if it could not be read with the refund', async () => {
    await paying.control('/webhooks/pause', {})
    const payment = await paying.pay({ amountCents: 100 })
    await paying.post(`/payments/${payment.id}/capture`)
    const unreadable = {
      operation: 'application_fees.list',
      kind: 'error',
      status: 500,
      count: 1_000_000,
      skip: 1,
    }
    // A job that reads another payment's fee may take the one call that succeeds: then the refund cannot begin.
    await waitFor(async () => {
      await paying.clearFaults()
      await paying.control('/faults', unreadable)
      await refund(payment)
    })
    const due = () => paying.service.db`
      select fee_due_at from refunds where payment_id = ${payment.id} and fee_due_at is not null`
    expect(await due()).toHaveLength(1)
    expect(await keptInLedger(payment)).toBe(50)
    await paying.clearFaults()
    await paying.service.db`update refunds set fee_due_at = now() where payment_id = ${payment.id}`
    await expectKept(payment, 0)
    await waitFor(async () => expect(await due()).toHaveLength(0))
    await paying.control('/webhooks/resume', {})
  })
})
