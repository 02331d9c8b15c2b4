import fc from 'fast-check'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { receiveEvent } from '../../src/inbox/receive-event.ts'
import { addSearches } from '../../src/jobs/event-searches.sql.ts'
import { findLostEvents } from '../../src/jobs/find-lost-events.ts'
import { retryWaitingEvents } from '../../src/jobs/retry-waiting-events.ts'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import { type PayingMerchant, usePaying } from '../support/paying.ts'
import { encryptionKeys } from '../support/secrets.ts'
import { storiesOf, worldOf } from './stories.ts'
import { type Pushed, pushedEvents } from './webhooks.ts'

const paying = usePaying()
let merchant: PayingMerchant
let events: Pushed[]
let orderly: Awaited<ReturnType<typeof worldOf>>

const forwarded =
  /^(account\.updated|charge\.(refunded|dispute\.(created|closed))|payment_intent\.(succeeded|processing|payment_failed|amount_capturable_updated|canceled))$/

/** A release returns no money, so the merchant gets no refund event. */
function isForwarded({ type, body }: Pushed): boolean {
  const { amount, amount_captured, amount_refunded } = JSON.parse(body.toString()).data.object
  return forwarded.test(type) && !(type === 'charge.refunded' && amount_refunded === amount - amount_captured)
}

/** Resets the records to the time when all payments had been created and our refund had begun. */
async function begin(): Promise<void> {
  const { db } = paying.service
  await db.begin(async tx => {
    await tx`alter table ledger_entries disable trigger ledger_entries_append_only`
    for (const table of [
      'delivery_queue',
      'deliveries',
      'events',
      'disputes',
      'ledger_entries',
      'event_cursors',
    ]) {
      await tx`delete from ${tx(table)}`
    }
    await tx`alter table ledger_entries enable trigger ledger_entries_append_only`
    await tx`
      delete from refunds r where not exists (select from operations o
        where o.merchant_id = r.merchant_id and o.intent ->> 'refundId' = r.refund_id)`
    await tx`update refunds set state = 'reserved', processor_refund_id = null, fee_due_at = null`
    await tx`
      update operations set state = 'started', response = null where kind = 'refund'`
    await tx`
      update payments set status = 'requires_payment_method', captured_cents = 0, fee_cents = 0, refunded_cents = 0,
        fee_refunded_cents = 0, failure_code = null, failure_message = null, version = 1`
  })
}

const log = pino({ level: 'silent' })

function deps() {
  const { db, processors } = paying.service
  return { db, processors, clock: systemClock, encryptionKeys, wakeCallbacks: () => {} }
}

async function receive({ body }: Pushed): Promise<void> {
  const processor = paying.service.processors.get('sandbox')
  if (!processor) throw new Error('no processor')
  await receiveEvent(deps(), processor, processor.readEvent(body), body)
}

async function reconcile(): Promise<void> {
  await retryWaitingEvents(deps(), log).run()
  await addSearches(paying.service.db, ['sandbox'], 0)
  await findLostEvents(deps(), log, 30).run()
}

beforeAll(async () => {
  merchant = await paying.addMerchant({ callbackUrl: 'http://127.0.0.1:9/' })
  const stories = storiesOf(paying, merchant)
  await Promise.all([
    stories.bankDebit(),
    stories.declinedThenPaid(),
    stories.capturedInPart(),
    stories.canceled(),
    stories.refundedInParts(),
    stories.refundFailed().then(stories.refundAgain),
    stories.disputeWon(),
    stories.disputeLost(),
    stories.paid({ amountCents: 9000 }).then(async payment => {
      await stories.refund(payment, 1000)
      await stories.post(`/payments/${payment.id}/refund`, { amountCents: 2000 })
    }),
  ])
  events = await pushedEvents(paying, merchant)
  await begin()
  for (const event of events) await receive(event)
  orderly = await worldOf(paying, merchant)
  expect((await verifyLedger(paying.service.db)).differences).toEqual([])
  expect(orderly.refunds.map(({ state }) => state).sort()).toEqual([
    'failed',
    'failed',
    ...Array(4).fill('succeeded'),
  ])
})

describe('any order, any repetition, any loss of the same events', () => {
  it('ends in the same payments, refunds, disputes and ledger, with each event forwarded once', async () => {
    const some = fc.array(fc.nat(), { maxLength: 80 })
    const all = fc.infiniteStream(fc.nat())
    const order = fc.oneof(
      some.map(picks => picks.map(pick => pick % events.length)),
      all.map(stream =>
        events
          .map((_, i) => ({ i, rank: stream.next().value ?? 0 }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ i }) => i),
      ),
    )
    await fc.assert(
      fc.asyncProperty(order, fc.integer({ min: 1, max: 6 }), async (picks, atOnce) => {
        await begin()
        for (let i = 0; i < picks.length; i += atOnce) {
          const group = picks.slice(i, i + atOnce).map(pick => events[pick] as Pushed)
          await Promise.all(group.map(receive))
        }
        await reconcile()
        expect(await worldOf(paying, merchant)).toEqual(orderly)
        const { db } = paying.service
        expect((await verifyLedger(db)).differences).toEqual([])
        const [counts] = await db`
          select count(*)::int as events, count(*) filter (where outcome = 'waiting')::int as waiting
          from events where type <> 'application_fee.refunded'`
        expect(counts).toEqual({ events: events.length, waiting: 0 })
        const [sent] = await db`select count(*)::int as deliveries from deliveries`
        expect(sent).toEqual({ deliveries: events.filter(isForwarded).length })
      }),
      { numRuns: 8 },
    )
  })
})
