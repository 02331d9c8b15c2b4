import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { systemClock } from '../../src/clock.ts'
import { newKey, type PaidPayment, type PayingMerchant, usePaying } from '../support/paying.ts'
import { backUp } from '../support/restore.ts'
import type { Answer, CreatedMerchant, TestService } from '../support/service.ts'

let ahead = 0
const clock = { ...systemClock, now: () => new Date(Date.now() + ahead) }
const paying = usePaying({ clock })

/** Payments and merchants in both databases. Each test takes its own. */
const paid: PaidPayment[] = []
const authorized: PaidPayment[] = []
const unpaid: PaidPayment[] = []
const newcomers: CreatedMerchant[] = []

let merchant: PayingMerchant
let otherMerchant: PayingMerchant
let original: TestService
/** Its database has been restored to an earlier moment; the processor's has not. */
let restored: TestService

beforeAll(async () => {
  ;({ merchant, service: original } = paying)
  otherMerchant = await paying.addMerchant()
  for (let i = 0; i < 10; i++) {
    paid.push(await paying.pay())
    authorized.push(await paying.pay({ captureMethod: 'manual' }))
    const { body } = await paying.create()
    unpaid.push({ id: body.svcPaymentId, intentId: body.processorPaymentIntentId })
  }
  for (const { id } of [...paid, ...authorized]) await read(id)
  for (let i = 0; i < 2; i++) newcomers.push(await original.createMerchant())
  const startRestored = await backUp(paying)
  restored = await startRestored()
  paying.service = original
})

/** From now on, calls go to the restored service. */
const restore = () => {
  paying.service = restored
}

afterEach(async () => {
  Object.assign(paying, { merchant, service: original })
  await paying.clearFaults()
})

function oneOf<Value>(prepared: Value[]): Value {
  const taken = prepared.pop()
  if (!taken) throw new Error('too few were prepared')
  return taken
}

const onAccount = () => ({ stripeAccount: paying.merchant.accountId })

async function intentsOf(orderRef: string) {
  const list = await paying.stripe.paymentIntents.list({ limit: 100 }, onAccount())
  return list.data.filter(intent => intent.metadata.orderRef === orderRef)
}

const refundsOf = async (intentId: string) =>
  (await paying.stripe.refunds.list({ payment_intent: intentId }, onAccount())).data.map(
    ({ amount }) => amount,
  )

/** The answer without the times, which the processor does not store. */
const told = ({ status, body: { createdAt, updatedAt, ...body } }: Answer) => ({ status, body })

/** Makes the service read the payment from the processor. */
const read = (id: string) => paying.post(`/payments/${id}/refund`, { amountCents: 4_999_999 })

describe('a call that only the processor remembers, retried with its key', () => {
  it('create: the same payment, with its id, and no second intent', async () => {
    const key = newKey()
    const first = await paying.create({ orderRef: key }, key)
    restore()
    const again = await paying.create({ orderRef: key }, key)
    expect(told(again)).toEqual(told(first))
    expect(await intentsOf(key)).toHaveLength(1)
    expect((await paying.create({ orderRef: key }, key)).text).toBe(again.text)
    expect((await paying.get(`/payments/${first.body.svcPaymentId}`)).body.status).toBe(first.body.status)
  })

  it('create with another body: 409, and no second intent', async () => {
    const key = newKey()
    await paying.create({ orderRef: key }, key)
    restore()
    const conflict = await paying.create({ orderRef: key, amountCents: 6000 }, key)
    expect([conflict.status, conflict.body.title]).toEqual([409, 'Idempotency conflict'])
    expect(await intentsOf(key)).toHaveLength(1)
  })

  it('create under another fee policy: the payment as it was made', async () => {
    paying.merchant = otherMerchant
    const path = `/merchants/${otherMerchant.merchantId}`
    await paying.service.admin('PATCH', path, { feeBps: 500 })
    const { key, first } = await waitFor(async () => {
      const key = newKey()
      const first = await paying.create({ orderRef: key }, key)
      expect(first.body.applicationFeeCents).toBe(250)
      return { key, first }
    })
    restore()
    expect(told(await paying.create({ orderRef: key }, key))).toEqual(told(first))
    expect(await intentsOf(key)).toHaveLength(1)
    expect((await paying.get(`/payments/${first.body.svcPaymentId}`)).body.applicationFeeCents).toBe(250)
  })

  it('create with a body key: the same payment', async () => {
    const key = newKey()
    const body = { orderRef: key, idempotencyKey: newKey() }
    const first = await paying.create(body, key)
    restore()
    expect(told(await paying.create(body, key))).toEqual(told(first))
    expect(await intentsOf(key)).toHaveLength(1)
  })

  it('create, refused before with another body: the payment of the successful attempt', async () => {
    const key = newKey()
    expect((await paying.create({ orderRef: key, customerRef: 'cus_unknown' }, key)).status).toBe(400)
    const first = await paying.create({ orderRef: key }, key)
    expect(first.status).toBe(200)
    restore()
    expect(told(await paying.create({ orderRef: key }, key))).toEqual(told(first))
    expect(await intentsOf(key)).toHaveLength(1)
  })

  it('create, refused by the processor at first: the payment of the successful attempt', async () => {
    const key = newKey()
    const fault = { operation: 'payment_intents.create', kind: 'error', status: 402, remembered: true }
    await paying.control('/faults', fault)
    expect((await paying.create({ orderRef: key }, key)).status).toBe(409)
    const first = await paying.create({ orderRef: key }, key)
    expect(first.status).toBe(200)
    restore()
    expect(told(await paying.create({ orderRef: key }, key))).toEqual(told(first))
    expect(await intentsOf(key)).toHaveLength(1)
  })

  it.each([false, true])(
    'refund, refused at first: the refund of the successful attempt; known here: %s',
    async isKnown => {
      const { id, intentId } = oneOf(paid)
      const headers = { 'idempotency-key': newKey() }
      const refund = () => paying.post(`/payments/${id}/refund`, { amountCents: 1500 }, headers)
      const fault = { operation: 'refunds.create', kind: 'error', status: 402, remembered: true }
      await paying.control('/faults', fault)
      expect((await refund()).status).toBe(409)
      const first = await refund()
      expect(first.status).toBe(200)
      restore()
      if (isKnown) await read(id)
      expect(told(await refund())).toEqual(told(first))
      expect(await refundsOf(intentId)).toEqual([1500])
      // nothing stays reserved for the lost attempt
      const rest = await paying.service
        .db`select 1 from refunds where payment_id = ${id} and state = 'reserved'`
      expect(rest).toHaveLength(0)
    },
  )

  it.each<[string, { amountCents?: number }]>([
    ['a part', { amountCents: 1500 }],
    ['all', {}],
  ])('refund of %s: not a second time', async (_, body) => {
    const { id, intentId } = oneOf(paid)
    const headers = { 'idempotency-key': newKey() }
    const refund = () => paying.post(`/payments/${id}/refund`, body, headers)
    const first = await refund()
    expect(first.status).toBe(200)
    restore()
    const again = await refund()
    expect(told(again)).toEqual(told(first))
    expect(await refundsOf(intentId)).toEqual([body.amountCents ?? 5000])
    const refunds = async () => (await paying.get(`/payments/${id}`)).body.refunds.map(idOnly)
    const restored = await refunds()
    paying.service = original
    expect(restored).toEqual(await refunds())
  })

  it('full refund, after a partial one that was lost as well', async () => {
    const { id, intentId } = oneOf(paid)
    const [part, rest] = [newKey(), newKey()].map(key => ({ 'idempotency-key': key }))
    const untilDone = (body: object, headers: Record<string, string>) =>
      waitFor(async () => {
        const answer = await paying.post(`/payments/${id}/refund`, body, headers)
        expect(answer.status).toBe(200)
        return answer
      })
    await untilDone({ amountCents: 1500 }, part ?? {})
    const first = await untilDone({}, rest ?? {})
    expect(first.body.status).toBe('refunded')
    restore()
    const again = await paying.post(`/payments/${id}/refund`, {}, rest)
    expect(again.status).toBe(200)
    expect((await paying.post(`/payments/${id}/refund`, { amountCents: 1500 }, part)).status).toBe(200)
    expect((await refundsOf(intentId)).sort()).toEqual([1500, 3500])
    expect((await paying.get(`/payments/${id}`)).body).toMatchObject({
      status: 'refunded',
      refundedCents: 5000,
    })
  })

  it.each([{}, { amountCents: 2000 }])('capture: 200, known here or not (%j)', async body => {
    for (const isKnown of [false, true]) {
      const { id } = oneOf(authorized)
      const headers = { 'idempotency-key': newKey() }
      const capture = () => paying.post(`/payments/${id}/capture`, body, headers)
      const first = await capture()
      expect(first.status).toBe(200)
      restore()
      if (isKnown) await read(id)
      expect(told(await capture())).toEqual(told(first))
      const other = await paying.post(`/payments/${id}/capture`, body, { 'idempotency-key': newKey() })
      expect([other.status, other.body.title]).toEqual([409, 'Invalid state'])
      paying.service = original
    }
  })

  it('cancel: 200, known here or not', async () => {
    for (const isKnown of [false, true]) {
      const { id } = oneOf(unpaid)
      const path = `/payments/${id}`
      const headers = { 'idempotency-key': newKey() }
      const cancel = () => paying.post(`${path}/cancel`, {}, headers)
      const first = await cancel()
      expect(first.status).toBe(200)
      restore()
      if (isKnown) await read(id)
      expect(told(await cancel())).toEqual(told(first))
      const other = await paying.post(`${path}/cancel`, {}, { 'idempotency-key': newKey() })
      expect([other.status, other.body.title]).toEqual([409, 'Invalid state'])
      paying.service = original
    }
  })

  it.each(['a@example.com', 'b@example.com'])(
    'the connected account: the same one, even for %s',
    async email => {
      const { apiKey } = oneOf(newcomers)
      const ensure = (asked: string) =>
        paying.service.call('POST', '/v1/onboarding/account', { key: apiKey, body: { email: asked } })
      const first = await ensure('a@example.com')
      expect(first.status).toBe(200)
      restore()
      expect((await ensure(email)).body).toEqual(first.body)
    },
  )
})

describe('a call whose first try failed permanently at the processor, retried with its key after the restore', () => {
  const fail = (operation: string, after: boolean) =>
    paying.control('/faults', { operation, kind: 'error', status: 500, after, remembered: true })

  /** Repeats a call until it succeeds, as a client would. */
  async function untilDone(call: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      const answer = await call()
      if (answer.status === 200 || tries === 4) return answer
    }
  }

  it.each([true, false])('create: the same payment; failed after the effect: %s', async after => {
    const key = newKey()
    const create = () => paying.create({ orderRef: key }, key)
    await fail('payment_intents.create', after)
    const first = await untilDone(create)
    restore()
    expect(told(await create())).toEqual(told(first))
    expect(await intentsOf(key)).toHaveLength(1)
  })

  it('create of hours ago, on an account that cannot be searched: the same payment', async () => {
    const key = newKey()
    const create = () => paying.create({ orderRef: key }, key)
    await fail('payment_intents.create', true)
    const first = await untilDone(create)
    restore()
    const search = { operation: 'payment_intents.search', kind: 'error', status: 400, count: 5 }
    await paying.control('/faults', search)
    await paying.control('/clock', { advance_seconds: 3 * 3600 })
    ahead += 3 * 3_600_000
    expect(told(await untilDone(create))).toEqual(told(first))
    expect(await intentsOf(key)).toHaveLength(1)
  })

  describe.each([true, false])('failed after the effect: %s', after => {
    it.each([false, true])('refund: not a second time; known here: %s', async isKnown => {
      const { id, intentId } = oneOf(paid)
      const headers = { 'idempotency-key': newKey() }
      const refund = () => paying.post(`/payments/${id}/refund`, { amountCents: 1500 }, headers)
      await fail('refunds.create', after)
      const first = await untilDone(refund)
      restore()
      if (isKnown) await read(id)
      expect(told(await refund())).toEqual(told(first))
      expect(await refundsOf(intentId)).toEqual([1500])
    })

    it.each([false, true])('capture: 200; known here: %s', async isKnown => {
      const { id } = oneOf(authorized)
      const headers = { 'idempotency-key': newKey() }
      const capture = () => paying.post(`/payments/${id}/capture`, { amountCents: 2000 }, headers)
      await fail('payment_intents.capture', after)
      const first = await untilDone(capture)
      restore()
      if (isKnown) await read(id)
      expect(told(await capture())).toEqual(told(first))
    })

    it.each([false, true])('cancel: 200; known here: %s', async isKnown => {
      const { id } = oneOf(unpaid)
      const path = `/payments/${id}`
      const headers = { 'idempotency-key': newKey() }
      const cancel = () => paying.post(`${path}/cancel`, {}, headers)
      await fail('payment_intents.cancel', after)
      const first = await untilDone(cancel)
      expect(first.status).toBe(200)
      restore()
      if (isKnown) await read(id)
      expect(told(await cancel())).toEqual(told(first))
    })
  })

  it('is not refused while the processor cannot be read', async () => {
    const { id } = oneOf(authorized)
    const headers = { 'idempotency-key': newKey() }
    const capture = () => paying.post(`/payments/${id}/capture`, {}, headers)
    const first = await capture()
    restore()
    await read(id)
    await paying.control('/faults', { operation: 'payment_intents.retrieve', kind: 'error', status: 500 })
    expect((await capture()).status).toBe(503)
    expect(told(await capture())).toEqual(told(first))
  })
})

const idOnly = ({ refundId, amountCents }: { refundId: string; amountCents: number }) => [
  refundId,
  amountCents,
]
