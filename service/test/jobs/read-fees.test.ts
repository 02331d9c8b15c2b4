import { pino } from 'pino'
import { beforeEach, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { systemClock } from '../../src/clock.ts'
import { openDb } from '../../src/db/db.ts'
import { receiveEvent } from '../../src/inbox/receive-event.ts'
import { readFees } from '../../src/jobs/read-payments.ts'
import { keepLeases } from '../../src/operations/leases.ts'
import { postWebhook, pushedEvent } from '../inbox/webhooks.ts'
import { newKey, type PaidPayment, usePaying } from '../support/paying.ts'
import { encryptionKeys } from '../support/secrets.ts'

/** Only the test runs jobs and sends webhooks. */
const paying = usePaying()
const there = () => ({ stripeAccount: paying.merchant.accountId })

beforeEach(async () => {
  paying.merchant = await paying.addMerchant({ feeBps: 5_000 })
})

/** Half refunded, successfully as far as we know; at the processor the refund has failed. */
async function paymentWhoseRefundFailed(): Promise<PaidPayment> {
  const payment = await paying.pay({ amountCents: 100 }, 'pm_card_refundFail')
  await postWebhook(
    paying.service,
    (await pushedEvent(paying, paying.merchant, 'payment_intent.succeeded')).body,
  )
  const refund = { amountCents: 50 }
  await paying.post(`/payments/${payment.id}/refund`, refund, { 'idempotency-key': newKey() })
  expect(await refundOf(payment)).toEqual({ state: 'succeeded', feeRead: true })
  await waitFor(() => pushedEvent(paying, paying.merchant, 'refund.failed'))
  return payment
}

async function refundOf({ id }: PaidPayment) {
  const [refund] = await paying.service.db`
    select state, fee_due_at is null as fee_read from refunds where payment_id = ${id}`
  return { ...refund }
}

/** Returns a part of the fee at the processor, without an event. */
async function returnFeeAtProcessor({ intentId }: PaidPayment, amount: number): Promise<void> {
  const intent = await paying.stripe.paymentIntents.retrieve(intentId, {}, there())
  const { data } = await paying.stripe.applicationFees.list({ charge: String(intent.latest_charge) })
  await paying.stripe.applicationFees.createRefund(data[0]?.id ?? '', { amount })
}

async function keptInLedger({ id }: PaidPayment): Promise<number> {
  const [row] = await paying.service.db<{ kept: number }[]>`
    select sum(platform_fees_cents)::int as kept from ledger_entries where payment_id = ${id}`
  return row?.kept ?? 0
}

async function runJob(): Promise<void> {
  const { db, processors } = paying.service
  const deps = { db, clock: systemClock, encryptionKeys, leases: keepLeases(db), processors }
  await readFees(deps, pino({ level: 'silent' })).run()
}

it('after a refund has failed, the next run reads the fee: no answer or event will contain it', async () => {
  const payment = await paymentWhoseRefundFailed()
  await returnFeeAtProcessor(payment, 5)
  const { body } = await pushedEvent(paying, paying.merchant, 'refund.failed')
  await postWebhook(paying.service, body)
  expect(await refundOf(payment)).toEqual({ state: 'failed', feeRead: false })
  expect(await keptInLedger(payment)).toBe(25)
  await runJob()
  expect(await refundOf(payment)).toEqual({ state: 'failed', feeRead: true })
  expect(await keptInLedger(payment)).toBe(20)
})

it('the next run reads the fee, too, if each statement concerns one merchant', async () => {
  const payment = await paymentWhoseRefundFailed()
  const { body } = await pushedEvent(paying, paying.merchant, 'refund.failed')
  const { processors } = paying.service
  const processor = processors.get('sandbox')
  if (!processor) throw new Error('no processor')
  const db = openDb(paying.databaseUrl)
  const deps = { db, clock: systemClock, encryptionKeys, processors, wakeCallbacks: () => {} }
  await receiveEvent(deps, processor, processor.readEvent(body), body)
  await db.end()
  expect(await refundOf(payment)).toEqual({ state: 'failed', feeRead: false })
  await runJob()
  expect(await refundOf(payment)).toEqual({ state: 'failed', feeRead: true })
})
