import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { newKey, usePaying } from '../support/paying.ts'

/** A key at the processor is spent once a refusal is saved under it: the next attempt has another key. */
let ahead = 0
const clock = { ...systemClock, now: () => new Date(Date.now() + ahead) }
const paying = usePaying({ clock })
afterEach(() => paying.clearFaults())

const refundsOf = async (intentId: string) => {
  const there = { stripeAccount: paying.merchant.accountId }
  const { data } = await paying.stripe.refunds.list({ payment_intent: intentId }, there)
  return data.map(({ amount }) => amount)
}

async function later(seconds: number) {
  await paying.control('/clock', { advance_seconds: seconds })
  ahead += seconds * 1000
}

it('a corrected create whose next key got no answer is resumed under that key', async () => {
  const key = newKey()
  expect((await paying.create({ orderRef: key, customerRef: 'cus_unknown' }, key)).status).toBe(400)
  await paying.control('/faults', { operation: 'payment_intents.create', kind: 'reset', skip: 1 })
  expect((await paying.create({ orderRef: key }, key)).status).toBe(504)
  await paying.clearFaults()
  expect((await paying.create({ orderRef: key }, key)).status).toBe(200)
})

it('a corrected refund whose next key got no answer is resumed, and nothing stays reserved', async () => {
  const { id, intentId } = await paying.pay({ amountCents: 1000 })
  const headers = { 'idempotency-key': newKey() }
  const refund = (amountCents: number) => paying.post(`/payments/${id}/refund`, { amountCents }, headers)
  const refusal = { operation: 'refunds.create', kind: 'error', status: 402, remembered: true }
  await paying.control('/faults', refusal)
  expect((await refund(500)).status).toBe(409)
  await paying.control('/faults', { operation: 'refunds.create', kind: 'reset', skip: 1 })
  expect((await refund(1000)).status).toBe(504)
  await paying.clearFaults()
  expect((await refund(1000)).body.status).toBe('refunded')
  expect(await refundsOf(intentId)).toEqual([1000])
})

it('a spent key that the processor forgets while the next one acts is not asked again', async () => {
  const { id, intentId } = await paying.pay({ amountCents: 1000 })
  const headers = { 'idempotency-key': newKey() }
  const refund = () => paying.post(`/payments/${id}/refund`, { amountCents: 300 }, headers)
  const refusal = { operation: 'refunds.create', kind: 'error', status: 402, remembered: true }
  await paying.control('/faults', refusal)
  expect((await refund()).status).toBe(409)
  await later(24 * 3600 - 15)
  await paying.control('/faults', { operation: 'refunds.create', kind: 'lost', skip: 1 })
  expect((await refund()).status).toBe(504)
  await paying.clearFaults()
  await later(20)
  expect((await refund()).status).toBe(200)
  expect(await refundsOf(intentId)).toEqual([300])
})
