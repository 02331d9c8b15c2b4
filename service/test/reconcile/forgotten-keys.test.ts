import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { createProcessors } from '../../src/processors/registry.ts'
import { recoverOperations } from '../../src/reconcile/recover-operations.ts'
import { newKey, usePaying } from '../support/paying.ts'

const paying = usePaying({ role: 'api' })

beforeEach(() => paying.clearFaults())

/** The processor's clock and the service's go on together: it has forgotten every key by now. */
async function recoverAfter(hours: number) {
  await paying.control('/clock', { advance_seconds: hours * 3600 })
  const { now } = (await paying.control('/clock')) as { now: number }
  const { db, config } = paying.service
  const clock = { now: () => new Date(now * 1000) }
  const deps = { db, clock, encryptionKey: config.encryptionKey, processors: createProcessors(config) }
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

  it('is not settled while the processor does not say what it has', async () => {
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
