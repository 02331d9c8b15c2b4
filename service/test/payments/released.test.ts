import { beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import { type PaidPayment, usePaying } from '../support/paying.ts'

const paying = usePaying({ role: 'all', webhooks: true })
const there = () => ({ stripeAccount: paying.merchant.accountId })

beforeEach(async () => {
  paying.merchant = await paying.addMerchant({ callbackUrl: 'http://127.0.0.1:9/' })
})

const held = () => paying.pay({ amountCents: 20_675, captureMethod: 'manual' })
const dashboardRefund = ({ intentId }: PaidPayment, amount: number) =>
  paying.stripe.refunds.create({ payment_intent: intentId, amount }, there())

/** Waits until all events, which arrive in any order, have been applied. */
async function untilAllIsHeard() {
  await waitFor(async () => {
    const { pending } = (await paying.control('/webhooks')) as { pending: number }
    expect(pending).toBe(0)
    const { merchantId } = paying.merchant
    const waiting = await paying.service.db`
      select 1 from events where merchant_id = ${merchantId} and outcome = 'waiting'`
    expect(waiting).toHaveLength(0)
  })
}

async function expectNoRefund({ id }: PaidPayment, expected: { status: string; entries: string[] }) {
  await untilAllIsHeard()
  const { db } = paying.service
  const heard = await db`
    select distinct type, outcome from events
    where payment_id = ${id} and (type = 'charge.refunded' or type like 'refund.%') order by type`
  expect(heard).toContainEqual({ type: 'charge.refunded', outcome: 'ignored' })
  // unless it was the first to report the capture
  for (const { outcome } of heard) expect(['ignored', 'applied']).toContain(outcome)
  const told = await db`select type from deliveries where payment_id = ${id} and type = 'charge.refunded'`
  expect(told).toHaveLength(0)
  expect((await paying.get(`/payments/${id}`)).body.status).toBe(expected.status)
  const entries = await db`select kind from ledger_entries where payment_id = ${id} order by posted_at`
  expect(entries.map(({ kind }) => kind)).toEqual(expected.entries)
  expect(await db`select 1 from refunds where payment_id = ${id}`).toHaveLength(0)
  expect((await verifyLedger(db)).differences).toEqual([])
}

describe('the release of an authorization is not a refund', () => {
  it('after a partial capture', async () => {
    const payment = await held()
    const { body } = await paying.post(`/payments/${payment.id}/capture`, { amountCents: 20_300 })
    expect(body).toMatchObject({ status: 'succeeded', amountCents: 20_300 })
    await expectNoRefund(payment, { status: 'succeeded', entries: ['capture'] })
  })

  it('after a partial capture in the processor’s dashboard', async () => {
    const payment = await held()
    await paying.stripe.paymentIntents.capture(payment.intentId, { amount_to_capture: 20_300 }, there())
    await expectNoRefund(payment, { status: 'succeeded', entries: ['capture'] })
  })

  it('after a cancellation', async () => {
    const payment = await held()
    expect((await paying.post(`/payments/${payment.id}/cancel`)).body.status).toBe('canceled')
    await expectNoRefund(payment, { status: 'canceled', entries: [] })
  })

  it('after it expired', async () => {
    const payment = await held()
    await paying.control('/clock', { advance_seconds: 8 * 86_400 })
    await waitFor(async () =>
      expect((await paying.get(`/payments/${payment.id}`)).body.status).toBe('canceled'),
    )
    await expectNoRefund(payment, { status: 'canceled', entries: [] })
  })

  it('and real refunds beside it count, even one of the same amount', async () => {
    const payment = await held()
    await paying.post(`/payments/${payment.id}/capture`, { amountCents: 20_300 })
    await dashboardRefund(payment, 375)
    await untilAllIsHeard()
    const refunded = async () => {
      const [row] = await paying.service.db`
        select status, refunded_cents from payments where payment_id = ${payment.id}`
      return row
    }
    expect(await refunded()).toEqual({ status: 'partially_refunded', refundedCents: 375 })
    const { body } = await paying.post(`/payments/${payment.id}/refund`)
    expect(body).toMatchObject({ status: 'refunded', amountCents: 20_300 })
    await untilAllIsHeard()
    expect(await refunded()).toEqual({ status: 'refunded', refundedCents: 20_300 })
    const told = await paying.service.db`
      select 1 from deliveries where payment_id = ${payment.id} and type = 'charge.refunded'`
    expect(told).toHaveLength(2)
    expect((await verifyLedger(paying.service.db)).differences).toEqual([])
  })
})

describe('on an account that does not show releases as refunds', () => {
  beforeEach(() => paying.control(`/accounts/${paying.merchant.accountId}/releases`, { as_refunds: false }))

  it.each(['here', 'in the dashboard'])(
    'a refund made %s of the released amount is a refund',
    async where => {
      const payment = await held()
      await paying.post(`/payments/${payment.id}/capture`, { amountCents: 15_675 })
      await untilAllIsHeard()
      if (where === 'here') await paying.post(`/payments/${payment.id}/refund`, { amountCents: 5_000 })
      else await dashboardRefund(payment, 5_000)
      await untilAllIsHeard()
      const { db } = paying.service
      const [row] = await db`select status, refunded_cents from payments where payment_id = ${payment.id}`
      expect(row).toEqual({ status: 'partially_refunded', refundedCents: 5_000 })
      const told = await db`
      select 1 from deliveries where payment_id = ${payment.id} and type = 'charge.refunded'`
      expect(told).toHaveLength(1)
      expect((await verifyLedger(db)).differences).toEqual([])
    },
  )
})
