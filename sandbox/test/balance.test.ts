import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { failure, harness } from './support/harness.ts'

const paid = {
  amount: 10_000,
  currency: 'usd',
  allowed_payment_method_types: ['card'],
  payment_method: 'pm_card_visa',
  confirm: true,
}
const day = 24 * 60 * 60

async function setUp() {
  const h = await harness({ settleAfterMs: 3_600_000 })
  const { options } = await h.merchant()
  const transactions = async (at: Stripe.RequestOptions | undefined = options) =>
    (await h.stripe.balanceTransactions.list({ limit: 100 }, at)).data.map(
      ({ type, amount, fee, net }) => [type, amount, fee, net] as const,
    )
  const balance = async (at: Stripe.RequestOptions | undefined = options) => {
    const { available, pending } = await h.stripe.balance.retrieve({}, at)
    return [available[0]?.amount, pending[0]?.amount]
  }
  return { ...h, options, transactions, balance }
}

describe('balance.available', () => {
  const announced = async (stripe: Stripe, options?: Stripe.RequestOptions) =>
    (await stripe.events.list({ type: 'balance.available' }, options)).data.map(
      event => (event.data.object as Stripe.Balance).available[0]?.amount,
    )

  test('is sent once when the payments of a day become available', async () => {
    const { stripe, options, control } = await setUp()
    await stripe.paymentIntents.create(paid, options)
    await stripe.paymentIntents.create(paid, options)
    expect(await announced(stripe, options)).toEqual([])
    await control('POST', 'clock', { advance_seconds: 2 * day })
    expect(await announced(stripe, options)).toEqual([2 * 9680])
    expect(await announced(stripe)).toEqual([])
  })

  test('is sent at once for money that is available at once', async () => {
    const { stripe, options } = await setUp()
    await stripe.paymentIntents.create({ ...paid, payment_method: 'pm_card_bypassPending' }, options)
    await expect.poll(() => announced(stripe, options)).toEqual([9680])
  })

  test('is not sent for money that leaves', async () => {
    const { stripe, options, control } = await setUp()
    await stripe.paymentIntents.create(paid, options)
    await control('POST', 'clock', { advance_seconds: 2 * day })
    await stripe.payouts.create({ amount: 100, currency: 'usd' }, options)
    await control('POST', 'clock', { advance_seconds: 2 * day })
    expect(await announced(stripe, options)).toHaveLength(1)
  })
})

describe('balance transactions', () => {
  test('a charge, with the fees of Stripe and of the platform', async () => {
    const { stripe, options, transactions } = await setUp()
    const intent = await stripe.paymentIntents.create(
      { ...paid, application_fee_amount: 500, expand: ['latest_charge.balance_transaction'] },
      options,
    )
    const charge = intent.latest_charge as Stripe.Charge
    expect(charge.balance_transaction).toMatchObject({
      object: 'balance_transaction',
      amount: 10_000,
      fee: 820,
      net: 9180,
      fee_details: [
        { type: 'application_fee', amount: 500 },
        { type: 'stripe_fee', amount: 320 },
      ],
      source: charge.id,
      status: 'pending',
      type: 'charge',
    })
    expect(await transactions()).toEqual([['charge', 10_000, 820, 9180]])
    expect(await transactions({})).toEqual([['application_fee', 500, 0, 500]])
    const fee = (await stripe.applicationFees.list()).data[0]
    expect(fee?.balance_transaction).toMatch(/^txn_/)
  })

  test('a hold moves no money; a capture moves the captured amount', async () => {
    const { stripe, options, transactions } = await setUp()
    const held = await stripe.paymentIntents.create({ ...paid, capture_method: 'manual' }, options)
    expect(await transactions()).toEqual([])
    await stripe.paymentIntents.capture(held.id, { amount_to_capture: 4000 }, options)
    expect(await transactions()).toEqual([['charge', 4000, 146, 3854]])
  })

  test('a refund returns the platform’s fee in part, but not Stripe’s', async () => {
    const { stripe, options, transactions } = await setUp()
    const payment = { ...paid, application_fee_amount: 500 }
    const { id } = await stripe.paymentIntents.create(payment, options)
    const refund = await stripe.refunds.create(
      { payment_intent: id, amount: 5000, refund_application_fee: true, expand: ['balance_transaction'] },
      options,
    )
    expect(refund.balance_transaction).toMatchObject({ type: 'refund', amount: -5000, fee: -250, net: -4750 })
    expect(await transactions({})).toEqual([
      ['application_fee_refund', -250, 0, -250],
      ['application_fee', 500, 0, 500],
    ])
  })

  test('a refund that fails brings the money back', async () => {
    const { stripe, options, transactions, control } = await setUp()
    const { id } = await stripe.paymentIntents.create(
      { ...paid, payment_method: 'pm_card_refundFail' },
      options,
    )
    const refund = await stripe.refunds.create({ payment_intent: id }, options)
    await control('POST', 'clock', { advance_seconds: 3600 })
    expect((await transactions())[0]).toEqual(['refund_failure', 10_000, 0, 10_000])
    const failed = await stripe.refunds.retrieve(refund.id, {}, options)
    expect(failed.failure_balance_transaction).toMatch(/^txn_/)
  })

  test.each([
    ['losing_evidence', [['adjustment', -10_000, 1500, -11_500]]],
    [
      'winning_evidence',
      [
        ['adjustment', 10_000, 0, 10_000],
        ['adjustment', -10_000, 1500, -11_500],
      ],
    ],
  ])('a dispute decided by %s', async (uncategorized_text, expected) => {
    const { stripe, options, transactions, control } = await setUp()
    await stripe.paymentIntents.create({ ...paid, payment_method: 'pm_card_createDispute' }, options)
    const id = (await stripe.disputes.list({}, options)).data[0]?.id ?? ''
    await stripe.disputes.update(id, { evidence: { uncategorized_text } }, options)
    await control('POST', 'clock', { advance_seconds: 3600 })
    expect((await transactions()).slice(0, -1)).toEqual(expected)
    const dispute = await stripe.disputes.retrieve(id, {}, options)
    expect(dispute.balance_transactions).toHaveLength(expected.length)
  })

  test('are found by id, by source and by type', async () => {
    const { stripe, options } = await setUp()
    const intent = await stripe.paymentIntents.create(paid, options)
    await stripe.refunds.create({ payment_intent: intent.id, amount: 100 }, options)
    const source = String(intent.latest_charge)
    const [found, ...others] = (await stripe.balanceTransactions.list({ source }, options)).data
    expect([found?.type, others]).toEqual(['charge', []])
    expect((await stripe.balanceTransactions.list({ type: 'refund' }, options)).data).toHaveLength(1)
    expect(await stripe.balanceTransactions.retrieve(found?.id ?? '', {}, options)).toMatchObject({ source })
    const elsewhere = await failure(stripe.balanceTransactions.retrieve(found?.id ?? ''))
    expect(elsewhere).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  })
})

describe('balance and payouts', () => {
  test('money is pending for two days, unless the card bypasses that', async () => {
    const { stripe, options, balance, control } = await setUp()
    await stripe.paymentIntents.create(paid, options)
    expect(await balance()).toEqual([0, 9680])
    await stripe.paymentIntents.create({ ...paid, payment_method: 'pm_card_bypassPending' }, options)
    expect(await balance()).toEqual([9680, 9680])
    await control('POST', 'clock', { advance_seconds: 2 * day })
    expect(await balance()).toEqual([19_360, 0])
    const [transaction] = (await stripe.balanceTransactions.list({}, options)).data
    expect(transaction?.status).toBe('available')
  })

  test('a payout takes the available money, and arrives', async () => {
    const { stripe, options, balance, control, eventTypes } = await setUp()
    const bypass = { ...paid, payment_method: 'pm_card_bypassPending' }
    await stripe.paymentIntents.create(bypass, options)
    const much = await failure(stripe.payouts.create({ amount: 9681, currency: 'usd' }, options))
    expect(much).toMatchObject({ statusCode: 400, code: 'balance_insufficient' })
    const payout = await stripe.payouts.create({ amount: 9000, currency: 'usd' }, options)
    expect(payout).toMatchObject({ status: 'pending', amount: 9000, automatic: false })
    expect(await balance()).toEqual([680, 0])
    await control('POST', 'clock', { advance_seconds: 3600 })
    expect((await stripe.payouts.retrieve(payout.id, {}, options)).status).toBe('paid')
    expect((await eventTypes(options)).slice(-2)).toEqual(['payout.created', 'payout.paid'])
    expect((await failure(stripe.payouts.cancel(payout.id, {}, options))).statusCode).toBe(400)
  })

  test('a payout that is canceled in time gives the money back', async () => {
    const { stripe, options, balance } = await setUp()
    await stripe.paymentIntents.create({ ...paid, payment_method: 'pm_card_bypassPending' }, options)
    const { id } = await stripe.payouts.create({ amount: 9000, currency: 'usd' }, options)
    expect((await stripe.payouts.cancel(id, {}, options)).status).toBe('canceled')
    expect(await balance()).toEqual([9680, 0])
    expect((await stripe.payouts.list({ status: 'canceled' }, options)).data).toHaveLength(1)
  })
})

describe('reporting categories', () => {
  test('say what each movement was', async () => {
    const { stripe, control, options } = await setUp()
    const free = { ...paid, payment_method: 'pm_card_bypassPending', application_fee_amount: 500 }
    const { id } = await stripe.paymentIntents.create(free, options)
    await stripe.refunds.create({ payment_intent: id, amount: 1000, refund_application_fee: true }, options)
    await stripe.paymentIntents.create({ ...paid, payment_method: 'pm_card_createDispute' }, options)
    const [dispute] = (await stripe.disputes.list({}, options)).data
    await control('POST', `disputes/${dispute?.id}`, { amount: 4000 })
    const categories = async (at?: Stripe.RequestOptions) => {
      const { data } = await stripe.balanceTransactions.list({ limit: 100 }, at)
      return data.map(item => [item.reporting_category, item.amount]).reverse()
    }
    expect(await categories(options)).toEqual([
      ['charge', 10_000],
      ['refund', -1000],
      ['charge', 10_000],
      ['dispute', -10_000],
      ['dispute_reversal', 6000],
    ])
    expect(await categories({})).toEqual([
      ['platform_earning', 500],
      ['platform_earning_refund', -50],
    ])
    const [found] = (await stripe.balanceTransactions.list({ source: String(dispute?.id) }, options)).data
    expect(await stripe.balanceTransactions.retrieve(String(found?.id), {}, options)).toEqual(found)
  })

  test('include the source of the movement, and are paged by period', async () => {
    const { stripe, control, options } = await setUp()
    const free = { ...paid, payment_method: 'pm_card_bypassPending', application_fee_amount: 500 }
    const { id } = await stripe.paymentIntents.create(free, options)
    const refund = await stripe.refunds.create({ payment_intent: id, amount: 1000 }, options)
    const [fee] = (await stripe.applicationFees.list({})).data
    const returned = await stripe.applicationFees.createRefund(String(fee?.id), { amount: 70 })
    const { data } = await stripe.balanceTransactions.list({ expand: ['data.source'], limit: 100 }, options)
    expect(data).toMatchObject([
      {
        reporting_category: 'fee',
        type: 'adjustment',
        amount: 70,
        source: { id: returned.id, fee: fee?.id },
      },
      { reporting_category: 'refund', source: { id: refund.id, payment_intent: id } },
      { reporting_category: 'charge', source: { object: 'charge', payment_intent: id } },
    ])
    const ofPlatform = await stripe.balanceTransactions.list({
      type: 'application_fee_refund',
      expand: ['data.source.fee.charge'],
    })
    expect(ofPlatform.data).toMatchObject([
      {
        amount: -70,
        source: { object: 'fee_refund', fee: { amount_refunded: 70, charge: { payment_intent: id } } },
      },
    ])
    await control('POST', 'clock', { advance_seconds: 60 })
    const since = Math.floor(Date.now() / 1000) + 30
    await stripe.paymentIntents.create(free, options)
    const later = await stripe.balanceTransactions.list({ created: { gte: since } }, options)
    expect(later.data).toHaveLength(1)
    const first = await stripe.balanceTransactions.list({ created: { lt: since }, limit: 2 }, options)
    expect([first.data.length, first.has_more]).toEqual([2, true])
  })
})

describe('payouts', () => {
  async function rich() {
    const h = await setUp()
    const account = String(h.options.stripeAccount)
    const free = { ...paid, payment_method: 'pm_card_bypassPending' }
    await h.stripe.paymentIntents.create(free, h.options)
    return { ...h, account }
  }
  const settle = (h: Awaited<ReturnType<typeof rich>>) =>
    h.control('POST', 'clock', { advance_seconds: 7200 })

  test('that Stripe makes list their transactions', async () => {
    const h = await rich()
    const { data } = await h.control<{ data: Stripe.Payout[] }>('POST', `accounts/${h.account}/payouts`, {})
    const [payout] = data
    expect(payout).toMatchObject({ amount: 9680, automatic: true, reconciliation_status: 'in_progress' })
    const parts = await h.stripe.balanceTransactions.list({ payout: String(payout?.id) }, h.options)
    expect(parts.data.map(part => [part.type, part.net])).toEqual([
      ['payout', -9680],
      ['charge', 9680],
    ])
    await settle(h)
    expect(await h.stripe.payouts.retrieve(String(payout?.id), {}, h.options)).toMatchObject({
      status: 'paid',
      reconciliation_status: 'completed',
    })
    expect((await h.eventTypes(h.options)).slice(-3)).toEqual([
      'payout.created',
      'payout.paid',
      'payout.reconciliation_completed',
    ])
    const again = await h.control<{ data: unknown[] }>('POST', `accounts/${h.account}/payouts`, {})
    expect(again.data).toEqual([])
  })

  test('fail at some banks, and the money comes back', async () => {
    const h = await rich()
    const bank = await h.stripe.accounts.createExternalAccount(h.account, {
      external_account: 'btok_us_verified_noAccount',
    })
    const { id } = await h.stripe.payouts.create({ amount: 5000, currency: 'usd' }, h.options)
    expect(await h.balance()).toEqual([4680, 0])
    await settle(h)
    expect(await h.stripe.payouts.retrieve(id, { expand: ['destination'] }, h.options)).toMatchObject({
      status: 'failed',
      failure_code: 'no_account',
      destination: { id: bank.id, object: 'bank_account' },
    })
    expect(await h.balance()).toEqual([9680, 0])
    expect((await h.eventTypes(h.options)).at(-1)).toBe('payout.failed')
    const error = await failure(h.stripe.balanceTransactions.list({ payout: id }, h.options))
    expect(error.param).toBe('payout')
  })

  test('can be updated, and reversed once they are paid', async () => {
    const h = await rich()
    const { id } = await h.stripe.payouts.create({ amount: 5000, currency: 'usd' }, h.options)
    const updated = await h.stripe.payouts.update(id, { metadata: { month: '11' } }, h.options)
    expect(updated.metadata).toEqual({ month: '11' })
    expect((await failure(h.stripe.payouts.reverse(id, {}, h.options))).statusCode).toBe(400)
    await settle(h)
    const reversal = await h.stripe.payouts.reverse(id, {}, h.options)
    expect(reversal).toMatchObject({ amount: -5000, original_payout: id })
    expect((await h.stripe.payouts.retrieve(id, {}, h.options)).reversed_by).toBe(reversal.id)
    expect(await h.balance()).toEqual([9680, 0])
  })
})
