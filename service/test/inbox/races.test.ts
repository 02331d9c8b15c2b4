import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { receiveEvent } from '../../src/inbox/receive-event.ts'
import { retryWaitingEvents } from '../../src/jobs/retry-waiting-events.ts'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import type { Processor } from '../../src/processors/port.ts'
import { usePaying } from '../support/paying.ts'
import { encryptionKeys } from '../support/secrets.ts'
import { storiesOf, worldOf } from './stories.ts'
import { pushedEvent, pushedEvents } from './webhooks.ts'

const paying = usePaying()

const deps = () => {
  const { db, processors } = paying.service
  return { db, processors, clock: systemClock, encryptionKeys, wakeCallbacks: () => {} }
}
function sandbox(): Processor {
  const processor = paying.service.processors.get('sandbox')
  if (!processor) throw new Error('no processor')
  return processor
}
const receive = (body: Buffer, processor = sandbox()) =>
  receiveEvent(deps(), processor, processor.readEvent(body), body)

describe('events that race', () => {
  it('leave a dispute decided if it is opened and closed at once', async () => {
    const merchant = await paying.addMerchant()
    const stories = storiesOf(paying, merchant)
    await Promise.all(Array.from({ length: 8 }, () => stories.disputeLost()))
    const events = await pushedEvents(paying, merchant)
    const disputes = events.filter(({ type }) => type.startsWith('charge.dispute.')).reverse()
    const others = events.filter(({ type }) => !type.startsWith('charge.dispute.'))
    for (const { body } of others) await receive(body)
    await Promise.all(disputes.map(({ body }) => receive(body)))
    const world = await worldOf(paying, merchant)
    expect(world.disputes.map(({ state }) => state)).toEqual(Array(8).fill('lost'))
    expect((await verifyLedger(paying.service.db)).differences).toEqual([])
  })

  it('do not mistake a refund that began while the processor was asked for one made elsewhere', async () => {
    const merchant = await paying.addMerchant()
    const stories = storiesOf(paying, merchant)
    const payment = await stories.paid({ amountCents: 10_000 })
    await receive((await pushedEvent(paying, merchant, 'payment_intent.succeeded')).body)
    await stories.refund(payment, 1000)
    const { body } = await pushedEvent(paying, merchant, 'charge.refunded')
    let asked = 0
    const slow: Processor = {
      ...sandbox(),
      async readPayment(...args) {
        asked += 1
        if (asked === 1) {
          // begun here and done at the processor, but its answer is not recorded yet
          await paying.control('/faults', { operation: 'refunds.create', kind: 'lost', count: 4 })
          await stories.post(`/payments/${payment.id}/refund`, { amountCents: 2000 })
          await paying.clearFaults()
        }
        return await sandbox().readPayment(...args)
      },
    }
    await receive(body, slow)
    const pushed = await pushedEvents(paying, merchant)
    const newest = pushed.findLast(({ type }) => type === 'charge.refunded')
    if (newest) await receive(newest.body)
    const { refunds, payments } = await worldOf(paying, merchant)
    expect(refunds.map(({ amountCents, feeRead, state }) => [amountCents, feeRead, state]).sort()).toEqual([
      [1000, true, 'succeeded'],
      [2000, true, 'succeeded'],
    ])
    expect(payments).toMatchObject([
      { status: 'partially_refunded', refundedCents: 3000, feeRefundedCents: 20 },
    ])
    expect((await verifyLedger(paying.service.db)).differences).toEqual([])
  })
})

describe('many refunds at once, some refused, while their events arrive', () => {
  it('leave nothing reserved, and the whole rest can be refunded', async () => {
    const merchant = await paying.addMerchant()
    const stories = storiesOf(paying, merchant)
    const payments = await Promise.all(Array.from({ length: 6 }, () => stories.paid({ amountCents: 6_000 })))
    for (const { body } of await pushedEvents(paying, merchant)) await receive(body)
    let isOver = false
    const listening = async () => {
      while (!isOver) for (const { body } of await pushedEvents(paying, merchant)) await receive(body)
    }
    const heard = listening()
    for (const { id } of payments) {
      await paying.control('/faults', { operation: 'refunds.create', kind: 'error', status: 400, count: 3 })
      await Promise.all(
        Array.from({ length: 6 }, () => stories.post(`/payments/${id}/refund`, { amountCents: 100 })),
      )
    }
    isOver = true
    await heard
    const { db } = paying.service
    expect(await db`select 1 from refunds where state = 'reserved'`).toHaveLength(0)
    expect((await verifyLedger(db)).differences).toEqual([])
    for (const { id } of payments) {
      expect((await stories.post(`/payments/${id}/refund`, {})).body.status).toBe('refunded')
    }
  })
})

describe('while the processor cannot be read', () => {
  const deaf = (): Processor => {
    const unknown = async () => ({ kind: 'unknown', reason: 'no answer' }) as const
    return { ...sandbox(), readPayment: unknown, readAccount: unknown }
  }
  const outcomeOf = async (id: string) =>
    (await paying.service.db`select outcome from events where event_id = ${id}`)[0]?.outcome
  const retrying = async (processor: Processor, times = 1) => {
    await paying.service.db`update events set retry_at = received_at where outcome = 'waiting'`
    const processors = new Map([['sandbox', processor]])
    const job = retryWaitingEvents({ ...deps(), processors }, pino({ level: 'silent' }))
    await Promise.all(Array.from({ length: times }, job.run))
  }

  it('a doubtful event waits, and is applied and forwarded once when possible', async () => {
    const merchant = await paying.addMerchant({ callbackUrl: 'http://127.0.0.1:9/' })
    const stories = storiesOf(paying, merchant)
    const payment = await stories.paid({ amountCents: 10_000 })
    await receive((await pushedEvent(paying, merchant, 'payment_intent.succeeded')).body)
    await stories.refund(payment, 1500)
    const { id, body } = await pushedEvent(paying, merchant, 'charge.refunded')
    expect(await receive(body, deaf())).toEqual({ forwarded: false, outcome: 'waiting' })
    expect(await receive(body, deaf())).toEqual({ forwarded: false, outcome: 'waiting' })
    await retrying(deaf())
    expect(await outcomeOf(id)).toBe('waiting')
    expect((await worldOf(paying, merchant)).payments).toMatchObject([{ status: 'succeeded' }])
    await retrying(sandbox(), 2)
    expect(await outcomeOf(id)).toBe('applied')
    expect((await worldOf(paying, merchant)).payments).toMatchObject([
      { status: 'partially_refunded', refundedCents: 1500 },
    ])
    expect(await paying.service.db`select type from deliveries where event_id = ${id}`).toHaveLength(1)
  })

  it('an account’s event waits, too: it may be an old one', async () => {
    const merchant = await paying.addMerchant({ callbackUrl: 'http://127.0.0.1:9/' })
    const set = (charges_enabled: boolean) =>
      paying.control(`/accounts/${merchant.accountId}`, { charges_enabled })
    await set(false)
    const old = await pushedEvent(paying, merchant, 'account.updated')
    await set(true)
    const before = (await worldOf(paying, merchant)).account
    expect(await receive(old.body, deaf())).toEqual({ forwarded: false, outcome: 'waiting' })
    expect((await worldOf(paying, merchant)).account).toEqual(before)
    await retrying(sandbox())
    expect(await outcomeOf(old.id)).toBe('applied')
    expect((await worldOf(paying, merchant)).account).toMatchObject([{ chargesEnabled: true }])
    expect(await paying.service.db`select type from deliveries where event_id = ${old.id}`).toHaveLength(1)
  })

  it('an event that cannot be applied does not delay later ones', async () => {
    const merchant = await paying.addMerchant()
    await storiesOf(paying, merchant).card()
    const { id, body } = await pushedEvent(paying, merchant, 'payment_intent.succeeded')
    const wait = (eventId: string, bytes: Buffer, receivedAt: Date) => paying.service.db`
      insert into events (merchant_id, processor, event_id, type, account_id, sealed_body, outcome, created_at, received_at)
      values (${merchant.merchantId}, 'sandbox', ${eventId}, 'payment_intent.succeeded', ${merchant.accountId},
        ${bytes}, 'waiting', ${receivedAt}, ${receivedAt})`
    const accountWaits = await pushedAccountEvent(merchant)
    for (let i = 0; i < 60; i++) {
      const stuck = Buffer.from(accountWaits.replaceAll('evt_stuck', `evt_stuck${i}`))
      await wait(`evt_stuck${i}`, i === 0 ? Buffer.from('{') : stuck, new Date(1000 + i))
    }
    await wait(id, body, new Date(5000))
    await paying.service.db`update events set retry_at = received_at where outcome = 'waiting'`
    const { readPayment } = sandbox()
    const processors = new Map([['sandbox', { ...deaf(), readPayment }]])
    const job = retryWaitingEvents({ ...deps(), processors }, pino({ level: 'silent' }))
    for (let i = 0; i < 2; i++) await job.run()
    expect(await outcomeOf(id)).toBe('applied')
    await paying.service.db`update events set outcome = 'ignored' where event_id like 'evt_stuck%'`
  })

  async function pushedAccountEvent(merchant: { accountId: string; merchantId: string; apiKey: string }) {
    await paying.control(`/accounts/${merchant.accountId}`, { payouts_enabled: false })
    const { id, body } = await pushedEvent(paying, merchant, 'account.updated')
    return body.toString().replaceAll(id, 'evt_stuck')
  }
})
