import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { systemClock } from '../../src/clock.ts'
import { addSearches } from '../../src/jobs/event-searches.sql.ts'
import { findLostEvents } from '../../src/jobs/find-lost-events.ts'
import { readFees } from '../../src/jobs/read-payments.ts'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import { keepLeases } from '../../src/operations/leases.ts'
import { type PayingMerchant, usePaying } from '../support/paying.ts'
import { encryptionKeys } from '../support/secrets.ts'
import { storiesOf, worldOf } from './stories.ts'

const paying = usePaying({ role: 'all', webhooks: true })
const control = (method: string, path: string) =>
  fetch(`${paying.sandbox.url}/_sandbox${path}`, { method }).then(response => response.json())
const disrupt = (disruption: object) => paying.control('/webhooks/disruptions', disruption)
afterEach(async () => {
  await control('DELETE', '/webhooks/disruptions')
  await control('POST', '/webhooks/resume')
})

const log = pino({ level: 'silent' })

function deps() {
  const { db, processors } = paying.service
  return {
    db,
    clock: systemClock,
    processors,
    encryptionKeys,
    leases: keepLeases(db),
    wakeCallbacks: () => {},
  }
}

type Stories = ReturnType<typeof storiesOf>

/** A day of business: each kind of payment once, some side by side. */
async function day(stories: Stories): Promise<void> {
  await Promise.all([
    stories.card(),
    stories.bankDebit(),
    stories.declinedThenPaid(),
    stories.capturedInPart(),
    stories.canceled(),
    stories.refundedInParts(),
    stories.refundFailed(),
    stories.disputeWon(),
    stories.disputeLost(),
    byApi(stories),
  ])
}

/** Calls of this service, whose answers race with the events about them. */
async function byApi(stories: Stories): Promise<void> {
  const payment = await stories.paid({ amountCents: 9000, captureMethod: 'manual' })
  await stories.post(`/payments/${payment.id}/capture`, { amountCents: 8000 })
  await stories.post(`/payments/${payment.id}/refund`, { amountCents: 3000 })
}

/** The merchant's records without their ids. */
async function shapeOf(merchant: PayingMerchant) {
  const { payments, refunds, disputes, ledger, feesKept } = await worldOf(paying, merchant)
  const anonymous = (rows: readonly object[], ...ids: string[]) =>
    rows
      .map(row => JSON.stringify({ ...row, ...Object.fromEntries(ids.map(id => [id, null])) }))
      .map(text => text.replaceAll(/(re|dp|du|pi|ch|txn)_\w+/g, '$1'))
      .sort()
  return {
    payments: anonymous(payments, 'paymentId'),
    refunds: anonymous(refunds, 'paymentId', 'processorRefundId'),
    disputes: anonymous(disputes, 'paymentId', 'processorDisputeId'),
    ledger: anonymous(ledger, 'paymentId'),
    feesKept: anonymous(feesKept, 'paymentId'),
  }
}

/** Waits until all events have been applied, and the fee has been read after each refund, even a failed one. */
async function settled(merchant: PayingMerchant): Promise<void> {
  await waitFor(async () => {
    const { pending } = (await paying.control('/webhooks')) as { pending: number }
    expect(pending).toBe(0)
    expect(
      await paying.service.db`
          select 1 from events where merchant_id = ${merchant.merchantId} and outcome = 'waiting'`,
    ).toEqual([])
    await readFees(deps(), log).run()
    expect(
      await paying.service.db`
          select 1 from refunds where merchant_id = ${merchant.merchantId} and fee_due_at is not null`,
    ).toEqual([])
  })
}

/** As the job does, without waiting for its half minute. */
async function reconcile(): Promise<void> {
  const { db } = paying.service
  await addSearches(db, ['sandbox'], 0)
  await db`update event_cursors set due_at = now()`
  await findLostEvents(deps(), log, 30).run()
}

describe('whatever happens to webhooks in transit, the result is the same', () => {
  let orderly: Awaited<ReturnType<typeof shapeOf>>

  it('in order', async () => {
    const merchant = await paying.addMerchant()
    await day(storiesOf(paying, merchant))
    await settled(merchant)
    orderly = await shapeOf(merchant)
    const statuses = orderly.payments.map(row => JSON.parse(row).status).sort()
    expect(statuses).toEqual([
      'canceled',
      'partially_refunded',
      'partially_refunded',
      'succeeded',
      'succeeded',
      'succeeded',
      'succeeded',
      'succeeded',
      'succeeded',
      'succeeded',
    ])
    expect(orderly.refunds.map(row => JSON.parse(row).state).sort()).toEqual([
      'failed',
      'succeeded',
      'succeeded',
      'succeeded',
    ])
    expect(orderly.disputes.map(row => JSON.parse(row).state).sort()).toEqual(['lost', 'won'])
    expect((await verifyLedger(paying.service.db)).differences).toEqual([])
  })

  it.each([
    ['all of them twice', { mode: 'duplicate', count: 1000 }],
    ['held back and sent in reverse, by five', { mode: 'reorder', count: 5 }],
    ['held back and sent in reverse, by twenty', { mode: 'reorder', count: 20 }],
    ['some late', { mode: 'delay', ms: 700, count: 12 }],
    ['the successes late', { mode: 'delay', ms: 700, count: 100, types: ['payment_intent.succeeded'] }],
  ])('%s', async (_what, disruption) => {
    const merchant = await paying.addMerchant()
    await disrupt(disruption)
    await day(storiesOf(paying, merchant))
    await control('DELETE', '/webhooks/disruptions')
    await settled(merchant)
    // delayed events do not count as pending, so wait for the result
    await waitFor(async () => expect(await shapeOf(merchant)).toEqual(orderly))
    expect((await verifyLedger(paying.service.db)).differences).toEqual([])
  })

  it('none until all is over, then all at once', async () => {
    const merchant = await paying.addMerchant()
    await control('POST', '/webhooks/pause')
    await day(storiesOf(paying, merchant))
    await control('POST', '/webhooks/resume')
    await settled(merchant)
    expect(await shapeOf(merchant)).toEqual(orderly)
    expect((await verifyLedger(paying.service.db)).differences).toEqual([])
  })

  it.each([
    ['successes lost', { mode: 'drop', count: 4, types: ['payment_intent.succeeded'] }],
    ['all lost', { mode: 'drop', count: 1000 }],
  ])('%s, and found in the processor’s list', async (_what, disruption) => {
    const merchant = await paying.addMerchant()
    await disrupt(disruption)
    await day(storiesOf(paying, merchant))
    await control('DELETE', '/webhooks/disruptions')
    await settled(merchant)
    expect(await shapeOf(merchant)).not.toEqual(orderly)
    await waitFor(
      async () => {
        await reconcile()
        expect(await shapeOf(merchant)).toEqual(orderly)
      },
      { interval: 500 },
    )
    expect((await verifyLedger(paying.service.db)).differences).toEqual([])
  })
})
