import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { verifyLedger } from '../../src/ledger/verify.ts'
import type { Processor } from '../../src/processors/port.ts'
import { findLostEvents } from '../../src/reconcile/find-lost-events.ts'
import { storiesOf, worldOf } from '../inbox/stories.ts'
import { type PayingMerchant, usePaying } from '../support/paying.ts'

// no webhook ever comes, and no job runs but those of the tests
const paying = usePaying({ role: 'api' })
const log = pino({ level: 'silent' })
const minute = 60_000

/** A service's clock that can be ahead. */
function clockAhead() {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance(ms: number) {
      ahead += ms
    },
  }
}

function watched(more: Partial<Processor> = {}) {
  const processor = paying.service.processors.get('sandbox')
  if (!processor) throw new Error('no processor')
  const listed: { accountId: string; since: Date }[] = []
  const listEvents: Processor['listEvents'] = async (accountId, since) => {
    listed.push({ accountId, since })
    return await (more.listEvents ?? processor.listEvents)(accountId, since)
  }
  return { listed, processor: { ...processor, ...more, listEvents } }
}

function jobWith(clock: { now(): Date }, processor: Processor) {
  const { db } = paying.service
  return findLostEvents(
    { db, clock, processors: new Map([['sandbox', processor]]), wakeCallbacks: () => {} },
    log,
  )
}

const cursorOf = async ({ merchantId }: PayingMerchant) =>
  (
    await paying.service
      .db`select read_until, checked_at from event_cursors where merchant_id = ${merchantId}`
  )[0]
const eventsOf = ({ merchantId }: PayingMerchant) =>
  paying.service.db`select event_id, type from events where merchant_id = ${merchantId}`

// the other merchants' accounts are no part of a test
beforeEach(() => paying.service.db`update event_cursors set checked_at = 'infinity'`)

describe('events that no webhook brought', () => {
  it('are found in the processor’s list and taken in: what was done in its dashboard is in the ledger', async () => {
    const clock = clockAhead()
    const merchant = await paying.addMerchant({ callbackUrl: 'http://127.0.0.1:9/' })
    const stories = storiesOf(paying, merchant)
    const captured = await stories.capturedInPart()
    const refunded = await stories.refundedInParts()
    await stories.disputeLost()
    await stories.accountUpdated()
    expect(await eventsOf(merchant)).toEqual([])
    clock.advance(2 * minute)
    await jobWith(clock, watched().processor).run()
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

  it('are taken in and forwarded also in the version of the account, whatever that is', async () => {
    const clock = clockAhead()
    const merchant = await paying.addMerchant({ callbackUrl: 'http://127.0.0.1:9/' })
    const stories = storiesOf(paying, merchant)
    await stories.capturedInPart()
    await stories.refundedInParts()
    await stories.disputeLost()
    const { processor: ours } = watched()
    const listEvents: Processor['listEvents'] = async (...args) => {
      const outcome = await ours.listEvents(...args)
      if (outcome.kind !== 'done') return outcome
      const value = outcome.value.map(({ body: text }) => {
        const old = { ...JSON.parse(text.toString()), api_version: '2019-01-01' }
        const body = Buffer.from(JSON.stringify(old))
        return { event: ours.readEvent(body), body }
      })
      return { kind: 'done', value }
    }
    clock.advance(2 * minute)
    await jobWith(clock, watched({ listEvents }).processor).run()
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

  it('are read from where the last reading ended, and a little before', async () => {
    const clock = clockAhead()
    const merchant = await paying.addMerchant()
    const { listed, processor } = watched()
    const job = jobWith(clock, processor)
    const mine = () => listed.filter(({ accountId }) => accountId === merchant.accountId)
    await job.run()
    expect(mine()).toEqual([])
    clock.advance(61_000)
    const before = clock.now()
    await job.run()
    expect(mine()).toHaveLength(1)
    const first = await cursorOf(merchant)
    expect(first?.readUntil.getTime()).toBeGreaterThanOrEqual(before.getTime())
    await job.run()
    expect(mine()).toHaveLength(1)
    clock.advance(61_000)
    await job.run()
    expect(mine()).toHaveLength(2)
    expect(mine()[1]?.since.getTime()).toBe(first?.readUntil.getTime() - 5 * minute)
  })

  it('are read again from the same place when the processor did not answer', async () => {
    const clock = clockAhead()
    const merchant = await paying.addMerchant()
    const stories = storiesOf(paying, merchant)
    await stories.card()
    clock.advance(2 * minute)
    const deaf = watched({ listEvents: async () => ({ kind: 'unknown', reason: 'no answer' }) })
    await jobWith(clock, deaf.processor).run()
    expect(await eventsOf(merchant)).toEqual([])
    clock.advance(2 * minute)
    const { listed, processor } = watched()
    await jobWith(clock, processor).run()
    expect(listed.map(({ since }) => since)).toEqual(deaf.listed.map(({ since }) => since))
    expect((await eventsOf(merchant)).length).toBeGreaterThan(0)
  })

  it('are read by one of two instances', async () => {
    const clock = clockAhead()
    const merchants = [await paying.addMerchant(), await paying.addMerchant(), await paying.addMerchant()]
    await storiesOf(paying, merchants[0] as PayingMerchant).card()
    clock.advance(2 * minute)
    const { listed, processor } = watched()
    await Promise.all([1, 2, 3, 4].map(() => jobWith(clock, processor).run()))
    const accounts = merchants.map(({ accountId }) => accountId)
    expect(
      listed
        .map(({ accountId }) => accountId)
        .filter(id => accounts.includes(id))
        .sort(),
    ).toEqual(accounts.sort())
  })

  it('of one account do not keep the others’ waiting when they cannot be taken in', async () => {
    const clock = clockAhead()
    const merchants = await Promise.all([1, 2, 3, 4].map(() => paying.addMerchant()))
    for (const merchant of merchants) await storiesOf(paying, merchant).card()
    const ill = new Set(merchants.slice(0, 3).map(({ accountId }) => accountId))
    const { listEvents } = watched().processor
    const { processor } = watched({
      async listEvents(accountId, since) {
        if (ill.has(accountId)) throw new Error('a fault')
        return await listEvents(accountId, since)
      },
    })
    clock.advance(2 * minute)
    await expect(jobWith(clock, processor).run()).rejects.toThrow('3 of 4 failed')
    expect((await eventsOf(merchants[3] as PayingMerchant)).length).toBeGreaterThan(0)
  })
})
