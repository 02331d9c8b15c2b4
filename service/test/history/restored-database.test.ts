import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { commandActor } from '../../src/cli/operator-client.ts'
import { systemClock } from '../../src/clock.ts'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import { exportSettings, importSettings } from '../../src/rebuild/settings.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { startReceiver } from '../support/receiver.ts'
import { backUp } from '../support/restore.ts'
import type { Answer } from '../support/service.ts'

let ahead = 0
const clock = { ...systemClock, now: () => new Date(Date.now() + ahead) }
const paying = usePaying({ clock })

let original: typeof paying.service
beforeEach(() => {
  original = paying.service
})
afterEach(async () => {
  paying.service = original
  await paying.clearFaults()
})

const onAccount = () => ({ stripeAccount: paying.merchant.accountId })
const refundsOf = async (intentId: string) =>
  (await paying.stripe.refunds.list({ payment_intent: intentId }, onAccount())).data.map(
    ({ amount }) => amount,
  )
const intentsOf = async (orderRef: string) =>
  (await paying.stripe.paymentIntents.list({ limit: 100 }, onAccount())).data.filter(
    intent => intent.metadata.orderRef === orderRef,
  )
const called = ({ status, body }: Answer) => [status, body.svcPaymentId, body.processorPaymentIntentId]
const turnAway = (operation: string) => paying.control('/faults', { operation, kind: 'error', status: 429 })

/** The processor forgets its keys after a day. */
async function aDayLater() {
  await paying.control('/clock', { advance_seconds: 30 * 3600 })
  ahead += 30 * 3_600_000
}

/** Repeats a call until it is answered; at first, it may be refused. */
const untilDone = (call: () => Promise<Answer>) =>
  waitFor(async () => {
    const answer = await call()
    expect(answer.status).toBe(200)
    return answer
  })

describe.each([true, false])('after a restore that is noticed: %s', isNoticed => {
  it('another body comes first: 409, and then the right one gets its payment', async () => {
    const restore = await backUp(paying)
    const key = newKey()
    const first = await paying.create({ orderRef: key }, key)
    await restore({ isNoticed })
    const other = await paying.create({ orderRef: key, amountCents: 6000 }, key)
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict'])
    expect(called(await paying.create({ orderRef: key }, key))).toEqual(called(first))
    expect((await paying.create({ orderRef: key, amountCents: 6000 }, key)).status).toBe(409)
    expect(await intentsOf(key)).toHaveLength(1)
  })

  it('another body of a refund comes first: 409, and no second refund', async () => {
    const { id, intentId } = await paying.pay({ amountCents: 1000 })
    const restore = await backUp(paying)
    const headers = { 'idempotency-key': newKey() }
    const refund = (amountCents: number) => paying.post(`/payments/${id}/refund`, { amountCents }, headers)
    expect((await refund(400)).status).toBe(200)
    await restore({ isNoticed })
    expect((await refund(300)).body.code).toBe('idempotency_conflict')
    expect((await refund(400)).body).toMatchObject({ refundedCents: 400 })
    expect((await refund(300)).body.code).toBe('idempotency_conflict')
    expect(await refundsOf(intentId)).toEqual([400])
  })

  it('keys that were turned away at first act once', async () => {
    const { id, intentId } = await paying.pay({ amountCents: 1000 })
    const restore = await backUp(paying)
    const key = newKey()
    const create = () => paying.create({ orderRef: key }, key)
    const refund = () =>
      paying.post(`/payments/${id}/refund`, { amountCents: 400 }, { 'idempotency-key': key })
    await turnAway('payment_intents.create')
    const first = await untilDone(create)
    await turnAway('refunds.create')
    await untilDone(refund)
    await restore({ isNoticed })
    expect(called(await untilDone(create))).toEqual(called(first))
    await untilDone(refund)
    expect(await intentsOf(key)).toHaveLength(1)
    expect(await refundsOf(intentId)).toEqual([400])
  })

  it('keys that the processor has forgotten act once', async () => {
    const { id, intentId } = await paying.pay({ amountCents: 1000 })
    const held = await paying.pay({ captureMethod: 'manual' })
    const restore = await backUp(paying)
    const headers = { 'idempotency-key': newKey() }
    const refund = () => paying.post(`/payments/${id}/refund`, { amountCents: 400 }, headers)
    const capture = () => paying.post(`/payments/${held.id}/capture`, { amountCents: 2000 }, headers)
    expect((await refund()).status).toBe(200)
    expect((await capture()).status).toBe(200)
    await restore({ isNoticed })
    await aDayLater()
    expect((await refund()).body).toMatchObject({ refundedCents: 400 })
    expect((await capture()).body).toMatchObject({ capturedCents: 2000 })
    expect(await refundsOf(intentId)).toEqual([400])
  })
})

it('a create is not made again after a day if the files of the database were put back', async () => {
  const restore = await backUp(paying)
  const key = newKey()
  const create = () => paying.create({ orderRef: key }, key)
  const first = await create()
  await aDayLater()
  await restore({ isNoticed: false, hoursAgo: 30 })
  expect(called(await create())).toEqual(called(first))
  expect(await intentsOf(key)).toHaveLength(1)
})

describe.each([false, true])(
  'a refund that is sent again blindly, without a key; healed first: %s',
  isHealed => {
    it.each([false, true])('is not made again, and answered once; the first had a key: %s', async hadKey => {
      const { id, intentId } = await paying.pay({ amountCents: 1000 })
      const restore = await backUp(paying)
      const refund = (headers = {}) => paying.post(`/payments/${id}/refund`, { amountCents: 300 }, headers)
      await paying.control('/faults', { operation: 'refunds.create', kind: 'lost' })
      expect((await refund(hadKey ? { 'idempotency-key': newKey() } : {})).status).toBe(504)
      const { db } = await restore({ role: isHealed ? 'all' : 'api' })
      if (isHealed)
        await waitFor(async () => expect(await db`select 1 from incomplete_histories`).toEqual([]))
      const again = await refund()
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
      expect(again.body).toMatchObject({ refundedCents: 300 })
      expect(await refundsOf(intentId)).toEqual([300])
      // its caller has the answer now
      await waitFor(async () => expect((await refund()).body).toMatchObject({ refundedCents: 600 }))
    })
  },
)

describe('a restored database', () => {
  it('searches for a create whose key the processor has forgotten', async () => {
    const restore = await backUp(paying)
    const key = newKey()
    const first = await paying.create({ orderRef: key }, key)
    await restore()
    await aDayLater()
    expect(called(await paying.create({ orderRef: key }, key))).toEqual(called(first))
    expect(await intentsOf(key)).toHaveLength(1)
  })

  it('finds a lost payment even if a refund is its first call', async () => {
    const restore = await backUp(paying)
    const { id, intentId } = await paying.pay({ amountCents: 1000 })
    await restore()
    const refund = () =>
      paying.post(`/payments/${id}/refund`, { amountCents: 400 }, { 'idempotency-key': id })
    expect((await refund()).body).toMatchObject({ refundedCents: 400 })
    expect((await refund()).headers.get('idempotent-replayed')).toBe('true')
    expect(await refundsOf(intentId)).toEqual([400])
  })

  it.each([
    ['turned away', { kind: 'error', status: 429, count: 1_000_000 }, 503],
    ['none', null, 200],
  ])('does not refuse a cancel that was made under its second key; fault: %s', async (_, fault, expected) => {
    const operation = 'payment_intents.cancel'
    const { id } = await paying.pay({ captureMethod: 'manual' })
    const restore = await backUp(paying)
    const cancel = () => paying.post(`/payments/${id}/cancel`, {}, { 'idempotency-key': id })
    await paying.control('/faults', { operation, kind: 'error', status: 402, remembered: true })
    expect((await cancel()).status).toBe(409)
    expect((await cancel()).status).toBe(200)
    await restore({ processorLimits: fault ? { timeoutMs: 4000 } : {} })
    if (fault) await paying.control('/faults', { operation, ...fault })
    expect((await cancel()).status).toBe(expected)
  })

  it('answers 503, and begins nothing, while it cannot search', async () => {
    const restore = await backUp(paying)
    await restore()
    await paying.control('/faults', { operation: 'payment_intents.list', kind: 'error', status: 500 })
    const key = newKey()
    const answer = await paying.create({ orderRef: key }, key)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.any(String)])
    expect(await intentsOf(key)).toHaveLength(0)
    expect((await paying.create({ orderRef: key }, key)).status).toBe(200)
  })

  it('from before identities existed is noticed by the first event about a lost payment', async () => {
    const { id, intentId } = await paying.pay({ amountCents: 1000 })
    const restore = await backUp(paying)
    const key = newKey()
    const refund = () =>
      paying.post(`/payments/${id}/refund`, { amountCents: 400 }, { 'idempotency-key': key })
    const { body: lost } = await untilDone(() => paying.create({ orderRef: key }, key))
    await paying.stripe.paymentIntents.cancel(lost.processorPaymentIntentId, {}, onAccount())
    await untilDone(refund)
    const env = { SVC_EVENT_SEARCH_SECONDS: '1' }
    const { db } = await restore({ isNoticed: false, role: 'all', env })
    const broughtBack = async () =>
      (
        await db`
          select kind from operations where idempotency_key like 'svck_%' and payment_id in (${id}, ${lost.svcPaymentId})
          order by kind`
      ).map(({ kind }) => kind)
    await waitFor(async () => expect(await broughtBack()).toEqual(['create', 'refund']))
    await aDayLater()
    expect((await untilDone(() => paying.create({ orderRef: key }, key))).body.svcPaymentId).toBe(
      lost.svcPaymentId,
    )
    await untilDone(refund)
    expect([await intentsOf(key), await refundsOf(intentId)]).toMatchObject([{ length: 1 }, [400]])
  })

  it('looks for an imported merchant’s lost operations from its first call on', async () => {
    const restore = await backUp(paying)
    const { merchant } = paying
    onTestFinished(() => {
      paying.merchant = merchant
    })
    paying.merchant = await paying.addMerchant()
    const key = newKey()
    const first = await untilDone(() => paying.create({ orderRef: key }, key))
    const { encryptionKeys } = original.config
    const { sealed } = await exportSettings(original.db, encryptionKeys)
    const { db } = await restore({ role: 'all' })
    await waitFor(async () => expect(await db`select 1 from incomplete_histories`).toEqual([]))
    await aDayLater()
    await importSettings(db, encryptionKeys, commandActor('settings import'), sealed)
    expect(called(await untilDone(() => paying.create({ orderRef: key }, key)))).toEqual(called(first))
    expect(await intentsOf(key)).toHaveLength(1)
  })

  it('does not make a refund that was open in the backup and refused after it', async () => {
    const { id, intentId } = await paying.pay({ amountCents: 1000 })
    const refund = (key: string) =>
      paying.post(`/payments/${id}/refund`, { amountCents: 300 }, { 'idempotency-key': key })
    const refused = newKey()
    const fault = { operation: 'refunds.create' }
    await paying.control('/faults', { ...fault, kind: 'reset' })
    expect((await refund(refused)).status).toBe(504)
    const restore = await backUp(paying)
    await paying.control('/faults', { ...fault, kind: 'error', status: 402, remembered: true })
    expect((await refund(refused)).status).toBe(409)
    // its caller knows that nothing was done
    expect((await untilDone(() => refund(newKey()))).body).toMatchObject({ refundedCents: 300 })
    const { db } = await restore({ role: 'all' })
    await waitFor(async () => expect(await db`select 1 from open_operations`).toEqual([]))
    expect(await refundsOf(intentId)).toEqual([300])
    expect((await untilDone(() => refund(refused))).body).toMatchObject({ refundedCents: 600 })
  })

  it('restores what it has lost by itself, with the answers to all keys, and reports it', async () => {
    const receiver = await startReceiver()
    const path = `/merchants/${paying.merchant.merchantId}/callback`
    await paying.service.admin('PUT', path, { url: receiver.url })
    const before = await paying.pay({ amountCents: 1000 })
    const restore = await backUp(paying)
    const calls: (() => Promise<Answer>)[] = []
    const call = async (ask: () => Promise<Answer>) => {
      calls.push(ask)
      return await untilDone(ask)
    }
    const key = newKey()
    const { body: created } = await call(() => paying.create({ orderRef: key }, key))
    const act = (id: string, action: string, body = {}) =>
      call(() => paying.post(`/payments/${id}/${action}`, body, { 'idempotency-key': key }))
    await act(created.svcPaymentId, 'cancel')
    const held = await paying.pay({ captureMethod: 'manual' })
    await act(held.id, 'capture', { amountCents: 2000 })
    await act(before.id, 'refund', { amountCents: 300 })
    const restored = await restore({ role: 'all' })
    const { db } = restored
    await waitFor(async () => expect(await db`select 1 from incomplete_histories`).toHaveLength(0))
    const broughtBack = await db`select kind from operations where idempotency_key like 'svck_%'`
    expect(broughtBack.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['cancel', 'capture', 'create', 'refund']),
    )
    // these answers do not need the processor
    await paying.control('/faults', { operation: '*', kind: 'error', status: 500, count: 1000 })
    for (const ask of calls) {
      const again = await ask()
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    }
    await paying.clearFaults()
    expect((await paying.get(`/payments/${held.id}`)).body).toMatchObject({ capturedCents: 2000 })
    expect((await verifyLedger(db)).differences).toEqual([])
    await waitFor(() =>
      expect(receiver.received.some(({ body }) => `${body}`.includes(held.intentId))).toBe(true),
    )
  })
})
