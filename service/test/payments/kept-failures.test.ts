import { beforeEach, describe, expect, it } from 'vitest'
import { newKey, usePaying } from '../support/paying.ts'

/** A processor saves the answer to a key, even a failure, and repeats it from then on. */
const paying = usePaying()

beforeEach(() => paying.clearFaults())

const fail = (operation: string, after: boolean) =>
  paying.control('/faults', { operation, kind: 'error', status: 500, after, remembered: true })
const onAccount = () => ({ stripeAccount: paying.merchant.accountId })
const refundsOf = async (intentId: string) =>
  (await paying.stripe.refunds.list({ payment_intent: intentId }, onAccount())).data.map(
    ({ amount }) => amount,
  )

async function threeTimes(ask: () => Promise<{ status: number }>) {
  const statuses: number[] = []
  for (let i = 0; i < 3; i++) statuses.push((await ask()).status)
  return statuses
}

describe('a failure saved by the processor under the key', () => {
  it('after the effect: the retry finds the effect', async () => {
    const { id, intentId } = await paying.pay({ amountCents: 1000 })
    const headers = { 'idempotency-key': newKey() }
    await fail('refunds.create', true)
    const refund = () => paying.post(`/payments/${id}/refund`, { amountCents: 400 }, headers)
    expect(await threeTimes(refund)).toEqual([504, 200, 200])
    expect(await refundsOf(intentId)).toEqual([400])
  })

  it('before the effect: the retry finds no effect, and the next one acts', async () => {
    const { id, intentId } = await paying.pay({ amountCents: 1000 })
    const headers = { 'idempotency-key': newKey() }
    await fail('refunds.create', false)
    const refund = () => paying.post(`/payments/${id}/refund`, { amountCents: 400 }, headers)
    expect((await refund()).status).toBe(504)
    const learned = await refund()
    const detail = expect.stringMatching(/^The processor failed, and nothing was done: [^:]+\.$/)
    expect([learned.status, learned.body.detail]).toEqual([502, detail])
    expect((await refund()).status).toBe(200)
    expect(await refundsOf(intentId)).toEqual([400])
  })

  it.each([true, false])('leaves one payment, one capture, one cancel; after the effect: %s', async after => {
    const statuses = after ? [504, 200, 200] : [504, 502, 200]
    const key = newKey()
    await fail('payment_intents.create', after)
    expect(await threeTimes(() => paying.create({ orderRef: key }, key))).toEqual(statuses)
    const { data } = await paying.stripe.paymentIntents.list({ limit: 100 }, onAccount())
    expect(data.filter(intent => intent.metadata.orderRef === key)).toHaveLength(1)

    const headers = { 'idempotency-key': key }
    const captured = await paying.pay({ captureMethod: 'manual' })
    await fail('payment_intents.capture', after)
    const capture = () => paying.post(`/payments/${captured.id}/capture`, { amountCents: 700 }, headers)
    expect(await threeTimes(capture)).toEqual(statuses)
    expect((await capture()).body).toMatchObject({ status: 'succeeded', amountCents: 700 })

    const canceled = await paying.pay({ captureMethod: 'manual' })
    await fail('payment_intents.cancel', after)
    const cancel = () => paying.post(`/payments/${canceled.id}/cancel`, {}, headers)
    expect(await threeTimes(cancel)).toEqual(statuses)
    expect((await cancel()).body).toMatchObject({ status: 'canceled' })
  })

  it('keeps the outcome unknown while the processor cannot be read', async () => {
    const { id, intentId } = await paying.pay({ amountCents: 1000 })
    const headers = { 'idempotency-key': newKey() }
    await fail('refunds.create', true)
    await paying.control('/faults', {
      operation: 'payment_intents.retrieve',
      kind: 'error',
      status: 500,
      skip: 1,
    })
    const refund = () => paying.post(`/payments/${id}/refund`, { amountCents: 400 }, headers)
    expect(await threeTimes(refund)).toEqual([504, 504, 200])
    expect(await refundsOf(intentId)).toEqual([400])
  })
})
