import { waitFor } from '../../../vitest.waits.ts'
import { newKey, type Paying, type PayingMerchant } from '../support/paying.ts'

export interface Told {
  id: string
  intentId: string
}

/** Real payments of one merchant, each taken to a final state at the processor without waiting for webhooks. */
export function storiesOf(paying: Paying, merchant: PayingMerchant) {
  const there = { stripeAccount: merchant.accountId }
  const post = (path: string, body: object) =>
    paying.service.call('POST', `/v1${path}`, {
      key: merchant.apiKey,
      body,
      headers: { 'idempotency-key': newKey() },
    })

  async function created(body: object = {}): Promise<Told> {
    const { status, body: answer } = await post('/payments/intents', { amountCents: 5000, ...body })
    if (status !== 200) throw new Error(`no payment: ${JSON.stringify(answer)}`)
    return { id: answer.svcPaymentId, intentId: answer.processorPaymentIntentId }
  }

  const confirm = (intentId: string, method: string) =>
    paying.stripe.paymentIntents.confirm(
      intentId,
      { payment_method: method, return_url: 'https://shop.example/return' },
      there,
    )

  async function paid(body: object = {}, method = 'pm_card_visa'): Promise<Told> {
    const payment = await created(body)
    await confirm(payment.intentId, method)
    return payment
  }

  const status = async ({ intentId }: Told) =>
    (await paying.stripe.paymentIntents.retrieve(intentId, {}, there)).status

  const refund = ({ intentId }: Told, amount?: number) =>
    paying.stripe.refunds.create({ payment_intent: intentId, ...(amount ? { amount } : {}) }, there)

  const until = (condition: () => Promise<boolean>) =>
    waitFor(
      async () => {
        if (!(await condition())) throw new Error('not yet')
      },
      { interval: 25 },
    )

  async function disputed(evidence: 'winning_evidence' | 'losing_evidence'): Promise<Told> {
    const payment = await paid({ amountCents: 6100 }, 'pm_card_createDispute')
    const find = async () =>
      (await paying.stripe.disputes.list({ payment_intent: payment.intentId }, there)).data[0]
    await until(async () => (await find()) !== undefined)
    const dispute = await find()
    if (!dispute) throw new Error('no dispute')
    await paying.stripe.disputes.update(
      dispute.id,
      { evidence: { uncategorized_text: evidence }, submit: true },
      there,
    )
    const decided = evidence === 'winning_evidence' ? 'won' : 'lost'
    await until(async () => (await find())?.status === decided)
    return payment
  }

  async function refundThatFails(payment: Told): Promise<void> {
    const { id } = await refund(payment)
    await until(async () => (await paying.stripe.refunds.retrieve(id, {}, there)).status === 'failed')
  }

  return {
    created,
    paid,
    refund,
    post,
    card: () => paid({ amountCents: 4200 }),
    async capturedInPart(): Promise<Told> {
      const payment = await paid({ amountCents: 8000, captureMethod: 'manual' })
      await paying.stripe.paymentIntents.capture(
        payment.intentId,
        { amount_to_capture: 5000, application_fee_amount: 50 },
        there,
      )
      return payment
    },
    async canceled(): Promise<Told> {
      const payment = await paid({ amountCents: 900, captureMethod: 'manual' })
      await paying.stripe.paymentIntents.cancel(payment.intentId, {}, there)
      return payment
    },
    async bankDebit(): Promise<Told> {
      const body = { amountCents: 7000, paymentMethodTypes: ['us_bank_account'] }
      const payment = await paid(body, 'pm_usBankAccount_success')
      await until(async () => (await status(payment)) === 'succeeded')
      return payment
    },
    async declinedThenPaid(): Promise<Told> {
      const payment = await created({ amountCents: 3300 })
      await confirm(payment.intentId, 'pm_card_visa_chargeDeclined').catch(() => {})
      await confirm(payment.intentId, 'pm_card_visa')
      return payment
    },
    async refundedInParts(): Promise<Told> {
      const payment = await paid({ amountCents: 10_000 })
      await refund(payment, 1500)
      await refund(payment, 2500)
      return payment
    },
    async refundFailed(): Promise<Told> {
      const payment = await paid({ amountCents: 2000 }, 'pm_card_refundFail')
      await refundThatFails(payment)
      return payment
    },
    refundAgain: refundThatFails,
    disputeWon: () => disputed('winning_evidence'),
    disputeLost: () => disputed('losing_evidence'),
    async accountUpdated(): Promise<void> {
      await paying.control(`/accounts/${merchant.accountId}`, {
        charges_enabled: true,
        payouts_enabled: false,
        details_submitted: true,
        currently_due: ['external_account'],
      })
    },
  }
}

/** The records that must not depend on how reports arrived: without our own ids, the sources and the times. */
export async function worldOf(paying: Paying, { merchantId }: PayingMerchant) {
  const { db } = paying.service
  return {
    payments: await db`
      select payment_id, status, captured_cents, fee_cents, refunded_cents, fee_refunded_cents, failure_code
      from payments where merchant_id = ${merchantId} order by payment_id`,
    refunds: await db`
      select payment_id, processor_refund_id, amount_cents, returns_fee, state, fee_due_at is null as fee_read
      from refunds where merchant_id = ${merchantId} order by processor_refund_id`,
    disputes: await db`
      select payment_id, processor_dispute_id, amount_cents, state
      from disputes where merchant_id = ${merchantId} order by processor_dispute_id`,
    ledger: await db`
      select payment_id, fact, kind, customer_cents, merchant_cents, platform_fees_cents, dispute_hold_cents
      from ledger_entries where merchant_id = ${merchantId} and kind not in ('fee_refund', 'fee_correction')
      order by payment_id, fact`,
    // the number of readings of the fee varies, but the fee that is kept does not
    feesKept: await db`
      select payment_id, sum(platform_fees_cents)::int as cents
      from ledger_entries where merchant_id = ${merchantId} group by payment_id order by payment_id`,
    account: await db`
      select charges_enabled, payouts_enabled, currently_due from processor_accounts
      where merchant_id = ${merchantId}`,
  }
}
