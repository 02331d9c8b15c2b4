import { pino } from 'pino'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { recoverOperations } from '../../src/jobs/recover-operations.ts'
import { keepLeases } from '../../src/operations/leases.ts'
import { createProcessors } from '../../src/processors/registry.ts'
import { completeHistory } from '../support/history.ts'
import { endLeases } from '../support/leases.ts'
import { newKey, usePaying } from '../support/paying.ts'

let ahead = 0
const clock = { ...systemClock, now: () => new Date(Date.now() + ahead) }
const paying = usePaying({ clock })

beforeEach(() => paying.clearFaults())

/** Moves the clocks of the processor and the service together: a day later every key is forgotten. */
async function wait(hours: number) {
  await paying.control('/clock', { advance_seconds: Math.round(hours * 3600) })
  ahead += hours * 3_600_000
}

/** Moves only the processor's clock, by which it forgets keys. The service does not know. */
async function processorAlone(hours: number) {
  await paying.control('/clock', { advance_seconds: hours * 3600 })
  onTestFinished(() => {
    ahead += hours * 3_600_000
  })
}

async function recoverAfter(hours: number) {
  await wait(hours)
  await recover()
}

async function recover() {
  const { db, config } = paying.service
  const { encryptionKeys } = config
  const processors = createProcessors(config).forJobs
  const deps = { db, clock, encryptionKeys, leases: keepLeases(db), processors, history: completeHistory }
  await endLeases(db)
  await recoverOperations(deps, pino({ level: 'silent' })).run()
}

async function unanswered(operation: string, kind: 'lost' | 'reset', ask: () => Promise<{ status: number }>) {
  await paying.control('/faults', { operation, kind })
  expect((await ask()).status).toBe(504)
}

const onAccount = () => ({ stripeAccount: paying.merchant.accountId })
const refundsOf = async (intentId: string) =>
  (await paying.stripe.refunds.list({ payment_intent: intentId }, onAccount())).data.map(
    ({ amount }) => amount,
  )
const intentsOf = async (orderRef: string) =>
  (await paying.stripe.paymentIntents.list({ limit: 100 }, onAccount())).data
    .filter(intent => intent.metadata.orderRef === orderRef)
    .map(({ id }) => id)

describe('an outcome that stays unknown until the processor has forgotten the key', () => {
  it.each(['lost', 'reset'] as const)('is one refund: the answer was %s', async kind => {
    const { id, intentId } = await paying.pay({ amountCents: 1000 })
    const headers = { 'idempotency-key': newKey() }
    const refund = () => paying.post(`/payments/${id}/refund`, { amountCents: 400 }, headers)
    await unanswered('refunds.create', kind, refund)
    await recoverAfter(25)
    expect(await refundsOf(intentId)).toEqual([400])
    expect((await refund()).body).toMatchObject({ status: 'partially_refunded' })
  })

  it.each(['lost', 'reset'] as const)('is one payment: the answer was %s', async kind => {
    const key = newKey()
    const create = () => paying.create({ orderRef: key }, key)
    await unanswered('payment_intents.create', kind, create)
    await recoverAfter(25)
    const { status, body } = await create()
    expect([status, body.status]).toEqual([200, 'requires_payment_method'])
    expect(await intentsOf(key)).toEqual([body.processorPaymentIntentId])
    expect(body.clientSecret).toContain(body.processorPaymentIntentId)
  })

  it('is one payment, even if a later try took effect and lost its answer', async () => {
    const key = newKey()
    const create = () => paying.create({ orderRef: key }, key)
    await unanswered('payment_intents.create', 'reset', create)
    await paying.control('/faults', { operation: 'payment_intents.create', kind: 'lost' })
    await recoverAfter(30)
    expect(await intentsOf(key)).toHaveLength(1)
    await recoverAfter(25)
    const { body } = await create()
    expect(await intentsOf(key)).toEqual([body.processorPaymentIntentId])
  })

  it.each(['lost', 'reset'] as const)('is one capture: the answer was %s', async kind => {
    const { id } = await paying.pay({ amountCents: 1000, captureMethod: 'manual' })
    const headers = { 'idempotency-key': newKey() }
    const capture = () => paying.post(`/payments/${id}/capture`, { amountCents: 700 }, headers)
    await unanswered('payment_intents.capture', kind, capture)
    await recoverAfter(25)
    expect((await capture()).body).toMatchObject({ status: 'succeeded', amountCents: 700 })
  })

  it.each(['lost', 'reset'] as const)('is one cancel: the answer was %s', async kind => {
    const { id } = await paying.pay({ captureMethod: 'manual' })
    const headers = { 'idempotency-key': newKey() }
    const cancel = () => paying.post(`/payments/${id}/cancel`, {}, headers)
    await unanswered('payment_intents.cancel', kind, cancel)
    await recoverAfter(25)
    expect((await cancel()).body).toMatchObject({ status: 'canceled' })
  })

  it('is not decided while the processor cannot be read', async () => {
    const { id, intentId } = await paying.pay({ amountCents: 1000 })
    const key = newKey()
    const refund = () =>
      paying.post(`/payments/${id}/refund`, { amountCents: 400 }, { 'idempotency-key': key })
    await unanswered('refunds.create', 'lost', refund)
    await paying.control('/faults', { operation: 'payment_intents.retrieve', kind: 'error', status: 500 })
    await recoverAfter(25)
    const state = () => paying.service.db`select state from operations where idempotency_key = ${key}`
    expect([...(await state())]).toEqual([{ state: 'started' }])
    expect(await refundsOf(intentId)).toEqual([400])
    await recoverAfter(1)
    expect([...(await state())]).toEqual([{ state: 'done' }])
    expect(await refundsOf(intentId)).toEqual([400])
  })
})

describe('a resumed try', () => {
  const status = async (afterSeconds: number) => {
    const { id } = await paying.pay({ amountCents: 1000 })
    const headers = { 'idempotency-key': newKey() }
    const refund = () => paying.post(`/payments/${id}/refund`, { amountCents: 400 }, headers)
    await unanswered('refunds.create', 'lost', refund)
    await wait(afterSeconds / 3600)
    await paying.control('/faults', { operation: 'payment_intents.retrieve', kind: 'error', status: 500 })
    return (await refund()).status
  }

  it('within a minute asks under its key at once, and after a minute searches first', async () => {
    expect(await status(30)).toBe(200)
    await paying.clearFaults()
    expect(await status(61)).toBe(504)
  })

  it('does nothing while the processor’s time is unknown', async () => {
    const { id, intentId } = await paying.pay({ amountCents: 1000 })
    const headers = { 'idempotency-key': newKey() }
    const refund = () => paying.post(`/payments/${id}/refund`, { amountCents: 400 }, headers)
    await unanswered('refunds.create', 'reset', refund)
    await unanswered('payment_intents.list', 'reset', refund)
    expect(await refundsOf(intentId)).toEqual([])
    expect((await refund()).status).toBe(200)
  })
})

const finishedBy = {
  'a retry': async (retry: () => Promise<{ status: number }>, status = 200) =>
    expect((await retry()).status).toBe(status),
  'the recovery job': recover,
}

describe.each(Object.entries(finishedBy))(
  'a key that is old only by the processor’s clock, by %s',
  (_, finish) => {
    it.each(['lost', 'reset'] as const)('is one refund: the answer was %s', async kind => {
      const { id, intentId } = await paying.pay({ amountCents: 1000 })
      const headers = { 'idempotency-key': newKey() }
      const refund = () => paying.post(`/payments/${id}/refund`, { amountCents: 400 }, headers)
      await unanswered('refunds.create', kind, refund)
      await processorAlone(30)
      await finish(refund)
      expect(await refundsOf(intentId)).toEqual([400])
      expect((await refund()).body).toMatchObject({ status: 'partially_refunded' })
    })

    it.each(['lost', 'reset'] as const)('is one payment: the answer was %s', async kind => {
      const key = newKey()
      const create = () => paying.create({ orderRef: key }, key)
      await unanswered('payment_intents.create', kind, create)
      await processorAlone(30)
      await finish(create)
      expect(await intentsOf(key)).toEqual([(await create()).body.processorPaymentIntentId])
    })

    it.each([{}, { amountCents: 900 }])(
      'is no capture of %o that was made elsewhere, of another amount',
      async body => {
        const { id, intentId } = await paying.pay({ amountCents: 1000, captureMethod: 'manual' })
        const headers = { 'idempotency-key': newKey() }
        const capture = () => paying.post(`/payments/${id}/capture`, body, headers)
        await unanswered('payment_intents.capture', 'reset', capture)
        await paying.stripe.paymentIntents.capture(intentId, { amount_to_capture: 600 }, onAccount())
        await processorAlone(30)
        await finish(capture, 409)
        const again = await capture()
        expect([again.status, again.body.currentStatus]).toEqual([409, 'succeeded'])
        expect((await paying.get(`/payments/${id}`)).body).toMatchObject({ amountCents: 600 })
      },
    )

    it.each(['lost', 'reset'] as const)('is one capture and one cancel: the answer was %s', async kind => {
      const headers = { 'idempotency-key': newKey() }
      for (const [action, status] of [
        ['capture', 'succeeded'],
        ['cancel', 'canceled'],
      ]) {
        const { id } = await paying.pay({ captureMethod: 'manual' })
        const act = () => paying.post(`/payments/${id}/${action}`, {}, headers)
        await unanswered(`payment_intents.${action}`, kind, act)
        await processorAlone(30)
        await finish(act)
        expect((await act()).body).toMatchObject({ status })
      }
    })
  },
)

const location = {
  displayName: 'Harbor',
  line1: '1 Quay',
  city: 'Chicago',
  state: 'IL',
  postalCode: '60601',
}

describe.each([
  ['by both clocks', wait],
  ['by the processor’s clock alone', processorAlone],
])('a call that moves no money, with a forgotten key %s', (_, wait) => {
  it('finds its account again', async () => {
    const { merchantId, apiKey } = await paying.service.createMerchant()
    const mine = paying.merchant
    paying.merchant = { merchantId, apiKey, accountId: '' }
    onTestFinished(() => {
      paying.merchant = mine
    })
    const email = `${newKey()}@shop.example`
    const make = () => paying.post('/onboarding/account', { email })
    await unanswered('accounts.create', 'lost', make)
    await wait(25)
    const { body } = await make()
    const accounts = await paying.stripe.accounts.list({ limit: 100 })
    expect(accounts.data.filter(account => account.email === email).map(({ id }) => id)).toEqual([
      body.processorAccountId,
    ])
  })

  it('finds its location and reader again', async () => {
    const headers = { 'idempotency-key': newKey() }
    const namesOf = ({ body }: { body: Record<string, string>[] }, name: string) =>
      body.map(item => item[name]).filter(text => text?.includes(headers['idempotency-key']))
    const displayName = `Harbor ${headers['idempotency-key']}`
    const makeLocation = () => paying.post('/terminal/locations', { ...location, displayName }, headers)
    await unanswered('terminal.locations.create', 'lost', makeLocation)
    await wait(25)
    const { body: made } = await makeLocation()
    expect(namesOf(await paying.get('/terminal/locations'), 'displayName')).toEqual([made.displayName])

    const body = {
      registrationCode: 'simulated-wpe',
      locationId: made.id,
      label: `Till ${headers['idempotency-key']}`,
    }
    const register = () => paying.post('/terminal/readers', body, headers)
    await unanswered('terminal.readers.create', 'lost', register)
    await wait(25)
    const { body: reader } = await register()
    expect(namesOf(await paying.get('/terminal/readers'), 'label')).toEqual([reader.label])
  })
})
