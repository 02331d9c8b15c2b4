import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { systemClock } from '../../src/clock.ts'
import { json } from '../../src/db/db.ts'
import { readIdentity, storeIdentity } from '../../src/history/history.sql.ts'
import { unclaimedMerchantId } from '../../src/ids.ts'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import type { Processor } from '../../src/processors/port.ts'
import { rebuild } from '../../src/rebuild/rebuild.ts'
import { postWebhook } from '../inbox/webhooks.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { startReceiver } from '../support/receiver.ts'
import { backUp } from '../support/restore.ts'
import { encryptionKeys } from '../support/secrets.ts'
import type { Answer } from '../support/service.ts'

const paying = usePaying()
const hour = 3600_000

let original: typeof paying.service
beforeEach(() => {
  original = paying.service
})
afterEach(() => {
  paying.service = original
})

const onAccount = () => ({ stripeAccount: paying.merchant.accountId })

function rebuildHere(since = new Date(Date.now() - hour), processors = paying.service.processors) {
  const { db } = paying.service
  const deps = { db, clock: systemClock, encryptionKeys, wakeCallbacks: () => {}, processors }
  return rebuild(deps, { since, isStopped: () => false, progress: () => {} })
}

const backedUp = async () => {
  const restore = await backUp(paying)
  await waitFor(async () => expect((await paying.get('/payments')).status).toBe(200))
  return restore
}

const told = ({ status, body: { createdAt, updatedAt, ...body } }: Answer) => ({ status, body })

/** One call of each kind, each with a key, on payments that are lost later, and one on a payment that is kept. */
async function aDay(before: { id: string }) {
  const calls: (() => Promise<Answer>)[] = []
  const answers: Answer[] = []
  const call = async (ask: () => Promise<Answer>) => {
    calls.push(ask)
    const answer = await ask()
    expect(answer.status).toBe(200)
    answers.push(answer)
    return answer
  }
  const create = async (body: object) => {
    const key = newKey()
    return (await call(() => paying.create({ orderRef: key, ...body }, key))).body
  }
  const act = (id: string, path: string, body: object) => {
    const headers = { 'idempotency-key': newKey() }
    return call(() => paying.post(`/payments/${id}/${path}`, body, headers))
  }
  const confirm = (created: { processorPaymentIntentId: string }, method = 'pm_card_visa') =>
    paying.stripe.paymentIntents.confirm(
      created.processorPaymentIntentId,
      { payment_method: method, return_url: 'https://shop.example/' },
      onAccount(),
    )
  await create({})
  const paid = await create({ amountCents: 7000 })
  await confirm(paid)
  await act(paid.svcPaymentId, 'refund', { amountCents: 1000 })
  const held = await create({ captureMethod: 'manual' })
  await confirm(held)
  await act(held.svcPaymentId, 'capture', { amountCents: 3000 })
  const canceled = await create({})
  await act(canceled.svcPaymentId, 'cancel', {})
  const disputed = await create({ amountCents: 6000 })
  await confirm(disputed, 'pm_card_createDispute')
  await act(before.id, 'refund', { amountCents: 500 })
  const ids = [paid, held, canceled, disputed].map(({ svcPaymentId }) => svcPaymentId)
  return { calls, answers, ids: [before.id, ...ids] }
}

const moneyAt = async () => {
  const { accountId: stripeAccount } = paying.merchant
  const intents = await paying.stripe.paymentIntents.list({ limit: 100 }, { stripeAccount })
  const refunds = await paying.stripe.refunds.list({ limit: 100 }, { stripeAccount })
  return [intents.data.length, refunds.data.length]
}

const stateOf = async (ids: string[]) =>
  Promise.all(
    ids.map(async id => {
      const { updatedAt, createdAt, refunds, ...payment } = (await paying.get(`/payments/${id}`)).body
      return {
        ...payment,
        refunds: refunds?.map(({ createdAt: _, ...refund }: { createdAt: string }) => refund),
      }
    }),
  )

it('restores everything, so that retried keys get their answers even if the processor has forgotten them', async () => {
  const receiver = await startReceiver()
  await paying.service.admin('PUT', `/merchants/${paying.merchant.merchantId}/callback`, {
    url: receiver.url,
  })
  const before = await paying.pay()
  await paying.post(`/payments/${before.id}/refund`, { amountCents: 4_999_999 })
  const restore = await backedUp()
  const { calls, answers, ids } = await aDay(before)
  const money = await moneyAt()
  const { events } = await rebuildHere()
  const state = await stateOf(ids)
  await restore()

  expect((await stateOf(ids))[1].status).toBe(404)
  const done = await rebuildHere()
  const found = { payments: 5, refunds: 2, disputes: 1, unproven: 0, unfinished: [] }
  expect(done).toMatchObject({ ...found, events, keys: calls.length })
  expect(await stateOf(ids)).toEqual(state)
  expect((await verifyLedger(paying.service.db)).differences).toEqual([])
  const nothing = { payments: 0, refunds: 0, disputes: 0, events: 0, keys: 0, refreshed: 0, unfinished: [] }
  expect(await rebuildHere()).toMatchObject(nothing)
  const deliveries = await paying.service.db`select type from deliveries`
  expect(deliveries.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['payment_intent.succeeded', 'charge.refunded', 'charge.dispute.created']),
  )

  await paying.control('/clock', { advance_seconds: 26 * 3600 })
  for (const [i, call] of calls.entries()) {
    const again = await call()
    const first = answers[i] as Answer
    expect([again.status, again.body.svcPaymentId]).toEqual([200, first.body.svcPaymentId])
    // a partial capture scales the payment's fee, and the processor does not keep the original one
    const { applicationFeeCents, ...rest } = told(first).body
    if (first.body.clientSecret) expect(told(again).body).toMatchObject(rest)
  }
  expect(await moneyAt()).toEqual(money)
})

it('restores a lost account, with its payments and events', async () => {
  const { merchantId, apiKey } = await paying.service.createMerchant()
  const restore = await backedUp()
  const known = paying.merchant
  const onboard = await paying.service.call('POST', '/v1/onboarding/account', { key: apiKey, body: {} })
  const accountId = onboard.body.processorAccountId
  await paying.control(`/accounts/${accountId}`, { charges_enabled: true, details_submitted: true })
  paying.merchant = { merchantId, apiKey, accountId }
  onTestFinished(() => {
    paying.merchant = known
  })
  const { id } = await paying.pay({ amountCents: 4200 })
  await restore()
  const { data } = await paying.stripe.events.list({ type: 'payment_intent.succeeded' }, onAccount())
  const event = data[0]
  // a webhook arrives first, while the account is unknown here
  await postWebhook(paying.service, JSON.stringify({ ...event, account: accountId }))
  expect((await paying.get(`/payments/${id}`)).status).toBe(404)
  const status = () => paying.service.call('GET', '/v1/onboarding/status', { key: apiKey })
  expect((await status()).body.chargesEnabled).not.toBe(true)

  const done = await rebuildHere()
  expect(done).toMatchObject({ accounts: 1, payments: 1, unfinished: [] })
  expect((await paying.get(`/payments/${id}`)).body).toMatchObject({ status: 'succeeded', amountCents: 4200 })
  expect((await status()).body).toMatchObject({ processorAccountId: accountId, chargesEnabled: true })
  const rows = await paying.service.db`
    select outcome from events where event_id = ${String(event?.id)} and merchant_id = ${merchantId}`
  // the event is the merchant's now, but the payment was already read, so it changes nothing
  expect(rows).toEqual([{ outcome: 'unchanged' }])
  expect(await rebuildHere()).toMatchObject({ accounts: 0, payments: 0, events: 0 })
})

it('runs while the restored calls are retried', async () => {
  const before = await paying.pay()
  await paying.post(`/payments/${before.id}/refund`, { amountCents: 4_999_999 })
  const restore = await backedUp()
  const { calls, answers, ids } = await aDay(before)
  const money = await moneyAt()
  await restore()
  const since = new Date(Date.now() - hour)
  const retried = async (call: () => Promise<Answer>) =>
    await waitFor(async () => {
      const answer = await call()
      expect([200]).toContain(answer.status)
      return answer
    })
  const [again] = await Promise.all([Promise.all(calls.map(retried)), rebuildHere(since), rebuildHere(since)])
  expect(again.map(({ body }) => body.svcPaymentId)).toEqual(answers.map(({ body }) => body.svcPaymentId))
  expect(await moneyAt()).toEqual(money)
  expect((await stateOf(ids)).map(({ status }) => status)).toEqual([
    'partially_refunded',
    'partially_refunded',
    'succeeded',
    'canceled',
    'succeeded',
  ])
  expect((await verifyLedger(paying.service.db)).differences).toEqual([])
})

it('takes ordinary payments from the list, and reads only payments for which the list is not sufficient', async () => {
  const restore = await backedUp()
  const paid = await Promise.all(Array.from({ length: 5 }, () => paying.pay()))
  const refunded = await paying.pay({ amountCents: 8000 })
  await paying.post(`/payments/${refunded.id}/refund`, { amountCents: 3000 })
  const held = await paying.create({ captureMethod: 'manual', amountCents: 9000 })
  const open = await paying.create()
  const ids = [...paid.map(({ id }) => id), refunded.id, held.body.svcPaymentId, open.body.svcPaymentId]
  await paying.stripe.paymentIntents.confirm(
    held.body.processorPaymentIntentId,
    { payment_method: 'pm_card_visa', return_url: 'https://shop.example/' },
    onAccount(),
  )
  await paying.post(`/payments/${held.body.svcPaymentId}/capture`, { amountCents: 4000 })
  await rebuildHere()
  const state = await stateOf(ids)
  await restore()
  const read: string[] = []
  const watched = [...paying.service.processors].map(([name, processor]): [string, Processor] => [
    name,
    {
      ...processor,
      readPayment(accountId, id) {
        read.push(id)
        return processor.readPayment(accountId, id)
      },
      readOwnPayment: () => Promise.reject(new Error('the list has it')),
    },
  ])
  const done = await rebuildHere(undefined, new Map(watched))
  // the refund and the capture had no key
  expect(done).toMatchObject({ payments: 8, refunds: 1, keys: 8, unproven: 0, unfinished: [] })
  expect(await stateOf(ids)).toEqual(state)
  // payments of other tests, known to the backup, are read as well
  expect(read).toEqual(expect.arrayContaining([refunded.intentId, held.body.processorPaymentIntentId]))
  for (const { intentId } of paid) expect(read).not.toContain(intentId)
  expect(read).not.toContain(open.body.processorPaymentIntentId)
  expect((await verifyLedger(paying.service.db)).differences).toEqual([])
})

it('restores the oldest payment with an id of ours, and no copies', async () => {
  const known = await paying.pay()
  const restore = await backedUp()
  const made = await paying.pay({ amountCents: 6100 })
  for (const { intentId } of [known, made]) {
    const { metadata } = await paying.stripe.paymentIntents.retrieve(intentId, undefined, onAccount())
    for (const amount of [6200, 6300])
      await paying.stripe.paymentIntents.create({ amount, currency: 'usd', metadata }, onAccount())
  }
  await restore()
  expect(await rebuildHere()).toMatchObject({ payments: 1, unproven: 4, unfinished: [] })
  expect((await paying.get(`/payments/${made.id}`)).body).toMatchObject({
    amountCents: 6100,
    processorPaymentIntentId: made.intentId,
  })
  expect(await rebuildHere()).toMatchObject({ payments: 0, unproven: 4, refreshed: 0 })
})

it('does not mistake a copy for a lost payment from before the given time', async () => {
  await paying.pay()
  const restore = await backedUp()
  const made = await paying.pay({ amountCents: 6100 })
  const original = await paying.stripe.paymentIntents.retrieve(made.intentId, undefined, onAccount())
  const asked = { amount: 6200, currency: 'usd', metadata: original.metadata }
  // the processor's times have a resolution of a second
  const copy = await waitFor(async () => {
    const latest = await paying.stripe.paymentIntents.create(asked, onAccount())
    expect(latest.created).toBeGreaterThan(original.created)
    return latest
  })
  await restore()
  expect(await rebuildHere(new Date(copy.created * 1000))).toMatchObject({
    payments: 1,
    unfinished: [],
  })
  expect((await paying.get(`/payments/${made.id}`)).body).toMatchObject({
    amountCents: 6100,
    processorPaymentIntentId: made.intentId,
  })
})

it('leaves history incomplete if another restore is noticed meanwhile', async () => {
  const { db } = paying.service
  const { merchantId } = paying.merchant
  const isIncomplete = async () => {
    const rows = await db`select 1 from incomplete_histories where merchant_id = ${merchantId}`
    return rows.length > 0
  }
  const [[name, processor]] = [...paying.service.processors] as [[string, Processor]]
  const restoredMeanwhile: Processor = {
    ...processor,
    async listPayments(accountId, page) {
      await storeIdentity(db, { ...(await readIdentity(db, null)), current: 'of another server' })
      return await processor.listPayments(accountId, page)
    },
  }
  await rebuildHere(new Date(0), new Map([[name, restoredMeanwhile]]))
  expect(await isIncomplete()).toBe(true)
  // the service also notices that its server is not the stored one
  await waitFor(async () => {
    await rebuildHere(new Date(0))
    expect(await isIncomplete()).toBe(false)
  })
})

it('gives a merchant the platform’s events that were recorded before its account was known here', async () => {
  const { db } = paying.service
  const { id } = await paying.pay()
  await paying.post(`/payments/${id}/refund`, { amountCents: 1000 })
  const { data } = await paying.stripe.events.list({ type: 'application_fee.refunded', limit: 1 })
  const eventId = data[0]?.id ?? ''
  await rebuildHere()
  // a cluster cannot move a row to another merchant
  const [found] = await db`select to_jsonb(e) as event from events e where event_id = ${eventId}`
  await db`delete from events where event_id = ${eventId}`
  const early = { ...found?.event, merchant_id: unclaimedMerchantId, outcome: 'ignored', payment_id: null }
  await db`insert into events select * from jsonb_populate_record(null::events, ${json(db, early)})`
  await rebuildHere()
  const rows = await db`select merchant_id from events where event_id = ${eventId}`
  expect(rows).toContainEqual({ merchantId: paying.merchant.merchantId })
})
