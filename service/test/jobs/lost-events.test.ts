import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { addSearches } from '../../src/jobs/event-searches.sql.ts'
import { findLostEvents } from '../../src/jobs/find-lost-events.ts'
import { retryWaitingEvents } from '../../src/jobs/retry-waiting-events.ts'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import type { EventPage, Processor } from '../../src/processors/port.ts'
import { storiesOf, worldOf } from '../inbox/stories.ts'
import { pushedEvents } from '../inbox/webhooks.ts'
import { type PayingMerchant, usePaying } from '../support/paying.ts'
import { encryptionKeys } from '../support/secrets.ts'

// No webhooks arrive, and only the tests run jobs.
const paying = usePaying()
const log = pino({ level: 'silent' })
const minute = 60_000
const day = 24 * 60 * minute

function watched(more: Partial<Processor> = {}) {
  const processor = paying.service.processors.get('sandbox')
  if (!processor) throw new Error('no processor')
  const listed: (EventPage & { accountId: string | null })[] = []
  const listEvents: Processor['listEvents'] = async (accountId, page) => {
    listed.push({ accountId, ...page })
    return await (more.listEvents ?? processor.listEvents)(accountId, page)
  }
  return { listed, processor: { ...processor, ...more, listEvents } }
}

function depsWith(processor: Processor, clock = systemClock) {
  const { db } = paying.service
  return { db, clock, processors: new Map([['sandbox', processor]]), encryptionKeys, wakeCallbacks: () => {} }
}

/** Adds searches for new accounts, and runs the job once. */
async function search(processor = watched().processor, clock = systemClock): Promise<void> {
  await addSearches(paying.service.db, ['sandbox'], 0)
  await findLostEvents(depsWith(processor, clock), log, 30).run()
}

const due = ({ merchantId }: PayingMerchant) =>
  paying.service.db`update event_cursors set due_at = now() where merchant_id = ${merchantId}`
const cursorOf = async ({ merchantId }: PayingMerchant) =>
  (
    await paying.service.db`
      select found_until, page_after, extract(epoch from due_at - now())::float8 as due_in
      from event_cursors where merchant_id = ${merchantId}`
  )[0]
const eventsOf = ({ merchantId }: PayingMerchant) =>
  paying.service.db`select event_id, type, outcome from events where merchant_id = ${merchantId}`
const eventIdsOf = async (merchant: PayingMerchant) =>
  (await eventsOf(merchant)).map(({ eventId }) => eventId).sort()
const pushedIdsOf = async (merchant: PayingMerchant) =>
  (await pushedEvents(paying, merchant)).map(({ id }) => id).sort()

// Keeps accounts of other tests out of the search.
beforeEach(async () => {
  await search()
  await paying.service.db`update event_cursors set due_at = now() + interval '1 hour'`
})

describe('events without a webhook', () => {
  it('are found in the processor’s list and applied: actions in its dashboard are in the ledger', async () => {
    const merchant = await paying.addMerchant({ callbackUrl: 'http://127.0.0.1:9/' })
    const stories = storiesOf(paying, merchant)
    const captured = await stories.capturedInPart()
    const refunded = await stories.refundedInParts()
    await stories.disputeLost()
    await stories.accountUpdated()
    expect(await eventsOf(merchant)).toEqual([])
    await search()
    const { payments, refunds, disputes, ledger, account } = await worldOf(paying, merchant)
    const of = (id: string) => payments.find(({ paymentId }) => paymentId === id)
    expect(of(captured.id)).toMatchObject({ status: 'succeeded', capturedCents: 5000 })
    expect(of(refunded.id)).toMatchObject({ status: 'partially_refunded', refundedCents: 4000 })
    expect(refunds).toMatchObject([
      { amountCents: expect.any(Number), feeRead: true, state: 'succeeded' },
      { amountCents: expect.any(Number), feeRead: true, state: 'succeeded' },
    ])
    expect(disputes).toMatchObject([{ state: 'lost' }])
    expect(ledger.map(({ kind }) => kind).sort()).toEqual([
      'capture',
      'capture',
      'capture',
      'dispute',
      'dispute_lost',
      'refund',
      'refund',
    ])
    expect(account).toMatchObject([{ payoutsEnabled: false, currentlyDue: ['external_account'] }])
    expect((await verifyLedger(paying.service.db)).differences).toEqual([])
    const deliveries = await paying.service.db`
      select type from deliveries where merchant_id = ${merchant.merchantId} and type = 'charge.refunded'`
    expect(deliveries).toHaveLength(2)
  })

  it('are applied and forwarded even in the account’s own API version', async () => {
    const merchant = await paying.addMerchant({ callbackUrl: 'http://127.0.0.1:9/' })
    const stories = storiesOf(paying, merchant)
    await stories.capturedInPart()
    await stories.refundedInParts()
    await stories.disputeLost()
    const { processor: ours } = watched()
    const listEvents: Processor['listEvents'] = async (...args) => {
      const outcome = await ours.listEvents(...args)
      if (outcome.kind !== 'done') return outcome
      const items = outcome.value.items.map(({ body: text }) => {
        const old = { ...JSON.parse(text.toString()), api_version: '2019-01-01' }
        const body = Buffer.from(JSON.stringify(old))
        return { event: ours.readEvent(body), body }
      })
      return { kind: 'done', value: { ...outcome.value, items } }
    }
    await search(watched({ listEvents }).processor)
    const { payments, disputes } = await worldOf(paying, merchant)
    expect(payments.map(({ status }) => status).sort()).toEqual([
      'partially_refunded',
      'succeeded',
      'succeeded',
    ])
    expect(disputes.map(({ state }) => state)).toEqual(['lost'])
    expect((await verifyLedger(paying.service.db)).differences).toEqual([])
    const deliveries = await paying.service
      .db`select type from deliveries where merchant_id = ${merchant.merchantId}`
    expect(new Set(deliveries.map(({ type }) => type))).toEqual(
      new Set([
        'payment_intent.amount_capturable_updated',
        'payment_intent.succeeded',
        'charge.refunded',
        'charge.dispute.created',
        'charge.dispute.closed',
      ]),
    )
  })

  it('are found by the running service within seconds of the setting', async () => {
    const merchant = await paying.addMerchant()
    await search()
    const payment = await storiesOf(paying, merchant).bankDebit()
    await due(merchant)
    const worker = await paying.startAnother({ role: 'worker', env: { SVC_EVENT_SEARCH_SECONDS: '1' } })
    const status = async (id: string) =>
      (await paying.service.call('GET', `/v1/payments/${id}`, { key: merchant.apiKey })).body.status
    await expect.poll(() => status(payment.id)).toBe('succeeded')
    const next = await storiesOf(paying, merchant).bankDebit()
    await expect.poll(() => status(next.id)).toBe('succeeded')
    await worker.stop()
  })
})

describe('the search', () => {
  it('uses the processor’s time, and reads the last minutes again', async () => {
    const merchant = await paying.addMerchant()
    await storiesOf(paying, merchant).card()
    const { listed, processor } = watched()
    await search(processor)
    const events = await pushedEvents(paying, merchant)
    const newest = Math.max(...events.map(({ body }) => JSON.parse(body.toString()).created))
    const { foundUntil, dueIn } = (await cursorOf(merchant)) ?? {}
    expect(foundUntil.getTime()).toBe(newest * 1000)
    expect(dueIn).toBeGreaterThan(25)
    expect(dueIn).toBeLessThanOrEqual(30)
    await search(processor)
    expect(listed).toHaveLength(1)
    await due(merchant)
    await search(processor)
    expect(listed[1]?.since.getTime()).toBe(newest * 1000 - 5 * minute)
    // Nothing new has happened there, so the position does not change.
    expect((await cursorOf(merchant))?.foundUntil).toEqual(foundUntil)
  })

  it.each([
    ['a day ahead', day],
    ['a day behind', -day],
  ])('misses nothing when an instance’s clock was %s', async (_what, skew) => {
    const merchant = await paying.addMerchant()
    await search(watched().processor, { ...systemClock, now: () => new Date(Date.now() + skew) })
    await storiesOf(paying, merchant).card()
    const { dueIn } = (await cursorOf(merchant)) ?? {}
    expect(dueIn).toBeLessThanOrEqual(30)
    await due(merchant)
    await search()
    expect(await eventIdsOf(merchant)).toEqual(await pushedIdsOf(merchant))
  })

  it('is not misled by an event dated in the future', async () => {
    const merchant = await paying.addMerchant()
    await storiesOf(paying, merchant).card()
    const { processor: ours } = watched()
    const listEvents: Processor['listEvents'] = async (...args) => {
      const outcome = await ours.listEvents(...args)
      if (outcome.kind !== 'done') return outcome
      const items = outcome.value.items.map(({ event, body }) => {
        return { event: { ...event, createdAt: new Date('9000-01-01') }, body }
      })
      return { kind: 'done', value: { ...outcome.value, items } }
    }
    await search({ ...ours, listEvents })
    await storiesOf(paying, merchant).card()
    await due(merchant)
    await search()
    expect(await eventIdsOf(merchant)).toEqual(await pushedIdsOf(merchant))
  })

  it('starts over if the processor has forgotten its position', async () => {
    const merchant = await paying.addMerchant()
    await storiesOf(paying, merchant).card()
    await addSearches(paying.service.db, ['sandbox'], 0)
    await paying.service.db`
      update event_cursors set page_after = 'evt_forgotten' where merchant_id = ${merchant.merchantId}`
    await search()
    expect((await cursorOf(merchant))?.dueIn).toBeLessThanOrEqual(0)
    await search()
    expect(await eventIdsOf(merchant)).toEqual(await pushedIdsOf(merchant))
  })

  it('continues at once after the database’s clock was ahead', async () => {
    const merchant = await paying.addMerchant()
    await storiesOf(paying, merchant).card()
    await search()
    await storiesOf(paying, merchant).card()
    await paying.service.db`
      update event_cursors set due_at = now() + interval '1 day' where merchant_id = ${merchant.merchantId}`
    await search()
    expect(await eventIdsOf(merchant)).toEqual(await pushedIdsOf(merchant))
  })

  it('starts for accounts created after one whose date is in the future', async () => {
    const { db } = paying.service
    const ahead = await paying.addMerchant()
    await db`
      update processor_accounts set created_at = now() + interval '1 day' where merchant_id = ${ahead.merchantId}`
    const since = await addSearches(db, ['sandbox'], 0)
    const later = await paying.addMerchant()
    await addSearches(db, ['sandbox'], 0, since)
    expect(await cursorOf(later)).toBeDefined()
  })

  it('finds events that an earlier release skipped because of a clock that was ahead', async () => {
    const merchant = await paying.addMerchant()
    await storiesOf(paying, merchant).card()
    await paying.service.db`
      insert into event_cursors (merchant_id, processor, read_until, checked_at)
      values (${merchant.merchantId}, 'sandbox', now() + interval '1 day', now() + interval '1 day')`
    await search()
    expect(await eventIdsOf(merchant)).toEqual(await pushedIdsOf(merchant))
  })

  it('starts again from the same place if the processor did not answer', async () => {
    const merchant = await paying.addMerchant()
    await storiesOf(paying, merchant).card()
    const deaf = watched({ listEvents: async () => ({ kind: 'unknown', reason: 'no answer' }) })
    await search(deaf.processor)
    expect(await eventsOf(merchant)).toEqual([])
    expect((await cursorOf(merchant))?.dueIn).toBeLessThanOrEqual(15)
    await due(merchant)
    const { listed, processor } = watched()
    await search(processor)
    expect(listed).toEqual(deaf.listed)
    expect((await eventsOf(merchant)).length).toBeGreaterThan(0)
  })

  it('pauses for a minute if the processor turns us away, for ten if the account is gone', async () => {
    const merchant = await paying.addMerchant()
    const refused = (reason: 'turned_away' | 'gone') =>
      watched({
        listEvents: async () => ({ kind: 'refused', refusal: { reason, code: null, message: 'no' } }),
      }).processor
    await search(refused('turned_away'))
    expect(Math.round((await cursorOf(merchant))?.dueIn / 10)).toBe(6)
    await due(merchant)
    await search(refused('gone'))
    expect(Math.round((await cursorOf(merchant))?.dueIn / 100)).toBe(6)
  })

  it('is taken over within fifteen seconds if its instance dies', async () => {
    const merchant = await paying.addMerchant()
    await storiesOf(paying, merchant).card()
    const dying = watched({ listEvents: () => new Promise(() => {}) })
    void search(dying.processor)
    await expect.poll(() => dying.listed).toHaveLength(1)
    expect((await cursorOf(merchant))?.dueIn).toBeLessThanOrEqual(15)
    await due(merchant)
    await search()
    expect((await eventsOf(merchant)).length).toBeGreaterThan(0)
  })

  it('is done by one instance at a time', async () => {
    const merchants = [await paying.addMerchant(), await paying.addMerchant(), await paying.addMerchant()]
    const { listed, processor } = watched()
    await Promise.all([1, 2, 3, 4].map(() => search(processor)))
    expect(listed.map(({ accountId }) => accountId).sort()).toEqual(
      merchants.map(({ accountId }) => accountId).sort(),
    )
  })

  it('goes page by page, and continues where an instance died', async () => {
    const merchant = await paying.addMerchant()
    const there = { stripeAccount: merchant.accountId }
    for (let i = 0; i < 230; i++) {
      await paying.stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, there)
    }
    const ids = await pushedIdsOf(merchant)
    expect(ids.length).toBeGreaterThan(200)
    const { processor } = watched()
    const dying = watched({
      async listEvents(accountId, page) {
        if (dying.listed.length === 2) throw new Error('killed')
        return await processor.listEvents(accountId, page)
      },
    })
    await expect(search(dying.processor)).rejects.toThrow('1 of 1 failed')
    expect(await eventsOf(merchant)).toHaveLength(100)
    const { pageAfter, foundUntil } = (await cursorOf(merchant)) ?? {}
    expect([pageAfter, foundUntil]).toEqual([dying.listed[1]?.after, null])
    await due(merchant)
    const { listed, processor: living } = watched()
    await search(living)
    expect(listed[0]?.after).toBe(pageAfter)
    expect(await eventIdsOf(merchant)).toEqual(ids)
    expect(await cursorOf(merchant)).toMatchObject({ pageAfter: null, foundUntil: expect.any(Date) })
  })

  it('of one account does not delay the others if it fails', async () => {
    const merchants = await Promise.all([1, 2, 3, 4].map(() => paying.addMerchant()))
    for (const merchant of merchants) await storiesOf(paying, merchant).card()
    const ill = new Set(merchants.slice(0, 3).map(({ accountId }) => accountId))
    const { listEvents } = watched().processor
    const { processor } = watched({
      async listEvents(accountId, page) {
        if (accountId && ill.has(accountId)) throw new Error('a fault')
        return await listEvents(accountId, page)
      },
    })
    await expect(search(processor)).rejects.toThrow('3 of 4 failed')
    expect((await eventsOf(merchants[3] as PayingMerchant)).length).toBeGreaterThan(0)
  })

  it('keeps an event that cannot be applied for later, and continues with the others', async () => {
    const merchant = await paying.addMerchant()
    const stories = storiesOf(paying, merchant)
    const ill = await stories.refundedInParts()
    await stories.declinedThenPaid()
    const { readPayment } = watched().processor
    const { processor } = watched({
      async readPayment(accountId, id) {
        if (id === ill.intentId) throw new Error('a fault')
        return await readPayment(accountId, id)
      },
    })
    // As if the events about the refunds came first.
    await paying.service.db`
      update payments set status = 'processing', version = 2 where merchant_id = ${merchant.merchantId}`
    const listEvents: Processor['listEvents'] = async (accountId, page) => {
      const outcome = await processor.listEvents(accountId, page)
      if (outcome.kind !== 'done') return outcome
      return { kind: 'done', value: { ...outcome.value, items: outcome.value.items.reverse() } }
    }
    await search({ ...processor, listEvents })
    const outcomes = async () => (await eventsOf(merchant)).map(({ outcome }) => outcome)
    expect(await eventIdsOf(merchant)).toEqual(await pushedIdsOf(merchant))
    expect(await outcomes()).toContain('waiting')
    expect((await cursorOf(merchant))?.foundUntil).not.toBeNull()
    await retryWaitingEvents(depsWith(watched().processor), log).run()
    expect(await outcomes()).not.toContain('waiting')
    const { payments } = await worldOf(paying, merchant)
    expect(payments.map(({ status }) => status).sort()).toEqual(['partially_refunded', 'succeeded'])
    expect((await verifyLedger(paying.service.db)).differences).toEqual([])
  })
})
