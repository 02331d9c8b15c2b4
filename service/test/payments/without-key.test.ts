import { beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { underKey } from '../support/leases.ts'
import { newKey, type PaidPayment, usePaying } from '../support/paying.ts'
import { startServiceProcess } from '../support/process.ts'
import { send } from '../support/service.ts'

/** With the jobs, so that unknown outcomes are resolved. */
const paying = usePaying({ role: 'all' })

beforeEach(() => paying.clearFaults())

async function captured(amountCents = 5_000): Promise<PaidPayment> {
  const payment = await paying.pay({ amountCents, captureMethod: 'manual' })
  expect((await paying.post(`/payments/${payment.id}/capture`)).status).toBe(200)
  return payment
}
const refund = ({ id }: PaidPayment, body: object = { amountCents: 1_000 }) =>
  paying.post(`/payments/${id}/refund`, body)
const keyed = ({ id }: PaidPayment, key: string, body: object = { amountCents: 1_000 }) =>
  paying.post(`/payments/${id}/refund`, body, { 'idempotency-key': key })
/** Loses the answer to the next refund. The recovery job gets none either until the faults are cleared. */
const loseAnswer = async () => {
  await paying.control('/faults', { operation: 'refunds.create', kind: 'lost' })
  await paying.hold('refunds.create')
}
const refundsAtProcessor = async ({ intentId }: PaidPayment) => {
  const onAccount = { stripeAccount: paying.merchant.accountId }
  const { data } = await paying.stripe.refunds.list({ payment_intent: intentId, limit: 100 }, onAccount)
  return data.map(({ amount }) => amount)
}
const untilKnown = async ({ id }: PaidPayment) => {
  await paying.clearFaults()
  const open = () =>
    paying.service.db`select 1 from operations where payment_id = ${id} and state = 'started'`
  await expect.poll(open).toHaveLength(0)
}
const isReplay = ({ headers }: { headers: Headers }) => headers.get('idempotent-replayed') === 'true'

describe('a call without a key, retried blindly', () => {
  it('after 504 waits for the outcome, then gets the undelivered answer, once', async () => {
    const payment = await captured()
    await loseAnswer()
    expect((await refund(payment)).status).toBe(504)
    const early = await refund(payment)
    expect([early.status, early.body.title]).toEqual([409, 'In progress'])
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0)
    await untilKnown(payment)
    const answer = await refund(payment)
    expect([answer.status, isReplay(answer), answer.body.status]).toEqual([200, true, 'partially_refunded'])
    expect(await refundsAtProcessor(payment)).toEqual([1_000])
    const another = await refund(payment)
    expect([another.status, isReplay(another)]).toEqual([200, false])
    expect(await refundsAtProcessor(payment)).toEqual([1_000, 1_000])
  })

  it.each([undefined, newKey()])(
    'is not refused because of the amount that it took itself: key %s',
    async key => {
      const payment = await captured()
      const body = { amountCents: 4_000 }
      await loseAnswer()
      expect((await (key ? keyed(payment, key, body) : refund(payment, body))).status).toBe(504)
      const early = await refund(payment, body)
      expect([early.status, early.body.title]).toEqual([409, 'In progress'])
      await untilKnown(payment)
      const answer = await refund(payment, body)
      expect([answer.status, isReplay(answer)]).toEqual([200, true])
      expect(await refundsAtProcessor(payment)).toEqual([4_000])
    },
  )

  it('is owed the answer until a caller has received it, however often callers disconnect', async () => {
    const payment = await captured()
    await paying.control('/faults', { operation: 'refunds.create', kind: 'lost' })
    expect((await refund(payment)).status).toBe(504)
    await untilKnown(payment)
    const hangUp = fetch(`${paying.service.url}/v1/payments/${payment.id}/refund`, {
      method: 'POST',
      headers: { 'x-api-key': paying.merchant.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ amountCents: 1_000 }),
      signal: AbortSignal.timeout(300),
    })
    await expect(hangUp).rejects.toThrow('aborted')
    const answer = await refund(payment)
    expect([answer.status, isReplay(answer)]).toEqual([200, true])
    expect(await refundsAtProcessor(payment)).toEqual([1_000])
  })

  it.each(['capture', 'cancel'])('does not %s twice either', async kind => {
    const { id } = await paying.pay({ captureMethod: 'manual' })
    await paying.control('/faults', { operation: `payment_intents.${kind}`, kind: 'lost' })
    expect((await paying.post(`/payments/${id}/${kind}`)).status).toBe(504)
    const answer = await waitFor(async () => {
      const retried = await paying.post(`/payments/${id}/${kind}`)
      expect(retried.status).toBe(200)
      return retried
    })
    expect(isReplay(answer)).toBe(true)
    const again = await paying.post(`/payments/${id}/${kind}`)
    expect([again.status, again.body.title]).toEqual([409, 'Invalid state'])
  })

  it('with another body waits, too, and is then a new request', async () => {
    const payment = await captured()
    await paying.control('/faults', { operation: 'refunds.create', kind: 'lost' })
    expect((await refund(payment)).status).toBe(504)
    await waitFor(async () => expect((await refund(payment, { amountCents: 500 })).status).toBe(200))
    expect((await refundsAtProcessor(payment)).sort()).toEqual([1_000, 500])
  })

  it('with a key never gets an answer owed to a call without one', async () => {
    const payment = await captured()
    await paying.control('/faults', { operation: 'refunds.create', kind: 'lost' })
    expect((await refund(payment)).status).toBe(504)
    await untilKnown(payment)
    const headers = { 'idempotency-key': newKey() }
    const keyed = await paying.post(`/payments/${payment.id}/refund`, { amountCents: 1_000 }, headers)
    expect([keyed.status, isReplay(keyed)]).toEqual([200, false])
    expect(await refundsAtProcessor(payment)).toEqual([1_000, 1_000])
  })

  it.each([
    ['started', {}],
    ['answered', {}],
    ['settled', {}],
    ['settled', { 'idempotency-key': newKey() }],
  ])('after the instance died when %s acts once; that call had %j', async (step, headers) => {
    const payment = await captured()
    const killAt = `refund:${step}`
    const dying = await startServiceProcess(paying.databaseUrl, {
      env: paying.sandboxEnv,
      role: 'api',
      killAt,
    })
    const call = { key: paying.merchant.apiKey, body: { amountCents: 1_000 }, headers }
    await expect(send(`${dying.url}/v1/payments/${payment.id}/refund`, 'POST', call)).rejects.toThrow(
      'fetch failed',
    )
    await dying.ended
    const answer = await waitFor(async () => {
      const retried = await refund(payment)
      expect(retried.status).toBe(200)
      return retried
    })
    expect(isReplay(answer)).toBe(true)
    expect(await refundsAtProcessor(payment)).toEqual([1_000])
  })
})

describe('a call without a key after one with a key, whose caller never got the answer', () => {
  it('waits for the outcome, with any amount, and gets that answer once', async () => {
    const payment = await captured()
    await loseAnswer()
    expect((await keyed(payment, newKey())).status).toBe(504)
    for (const amountCents of [1_000, 500]) {
      const early = await refund(payment, { amountCents })
      expect([early.status, early.body.title]).toEqual([409, 'In progress'])
      expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    await untilKnown(payment)
    const other = await refund(payment, { amountCents: 500 })
    expect([other.status, isReplay(other)]).toEqual([200, false])
    const answer = await refund(payment)
    expect([answer.status, isReplay(answer), answer.body.refundedCents]).toEqual([200, true, 1_000])
    const another = await refund(payment)
    expect([another.status, isReplay(another)]).toEqual([200, false])
    expect(await refundsAtProcessor(payment)).toEqual([1_000, 500, 1_000])
  })

  it('also waits while the recovery job or a retry is asking again', async () => {
    const payment = await captured()
    const key = newKey()
    await loseAnswer()
    expect((await keyed(payment, key)).status).toBe(504)
    const retrying = keyed(payment, key)
    const { db } = paying.service
    const leased = () => db`select 1 from open_operations where ${underKey(db, key)} and lease_until > now()`
    await expect.poll(leased).toHaveLength(1)
    expect((await refund(payment, { amountCents: 500 })).status).toBe(409)
    await untilKnown(payment)
    await retrying
    expect(await refundsAtProcessor(payment)).toEqual([1_000])
  })

  it.each(['capture', 'cancel'])('does not %s twice either', async kind => {
    const { id } = await paying.pay({ captureMethod: 'manual' })
    await paying.control('/faults', { operation: `payment_intents.${kind}`, kind: 'lost' })
    const headers = { 'idempotency-key': newKey() }
    expect((await paying.post(`/payments/${id}/${kind}`, {}, headers)).status).toBe(504)
    const answer = await waitFor(async () => {
      const retried = await paying.post(`/payments/${id}/${kind}`)
      expect(retried.status).toBe(200)
      return retried
    })
    expect(isReplay(answer)).toBe(true)
    expect((await paying.post(`/payments/${id}/${kind}`)).body.title).toBe('Invalid state')
  })

  it('is a new request once a retry with the key has got the answer', async () => {
    const payment = await captured()
    const key = newKey()
    await paying.control('/faults', { operation: 'refunds.create', kind: 'lost' })
    expect((await keyed(payment, key)).status).toBe(504)
    await untilKnown(payment)
    expect(isReplay(await keyed(payment, key))).toBe(true)
    const another = await refund(payment)
    expect([another.status, isReplay(another)]).toEqual([200, false])
    expect(await refundsAtProcessor(payment)).toEqual([1_000, 1_000])
  })

  it('gets the answer that a disconnected caller with a key missed', async () => {
    const payment = await captured()
    await paying.hold('refunds.create')
    const caller = new AbortController()
    const hangUp = fetch(`${paying.service.url}/v1/payments/${payment.id}/refund`, {
      method: 'POST',
      headers: {
        'x-api-key': paying.merchant.apiKey,
        'content-type': 'application/json',
        'idempotency-key': newKey(),
      },
      body: JSON.stringify({ amountCents: 1_000 }),
      signal: caller.signal,
    })
    const { db } = paying.service
    const started = () => db`select 1 from operations where payment_id = ${payment.id} and state = 'started'`
    await expect.poll(started).toHaveLength(1)
    caller.abort()
    await expect(hangUp).rejects.toThrow('aborted')
    await untilKnown(payment)
    const answer = await refund(payment)
    expect([answer.status, isReplay(answer)]).toEqual([200, true])
    expect(await refundsAtProcessor(payment)).toEqual([1_000])
  })

  it('never gets an operator’s answer, but waits while that outcome is unknown', async () => {
    const payment = await captured()
    await loseAnswer()
    const operators = await paying.service.call('POST', `/admin/v1/payments/${payment.id}/refund`, {
      operator: true,
      body: { amountCents: 1_000 },
      headers: { 'idempotency-key': newKey() },
    })
    expect(operators.status).toBe(504)
    expect((await refund(payment)).status).toBe(409)
    await untilKnown(payment)
    const mine = await refund(payment)
    expect([mine.status, isReplay(mine)]).toEqual([200, false])
    expect(await refundsAtProcessor(payment)).toEqual([1_000, 1_000])
  })
})

describe('intended calls without a key', () => {
  it('one after the other, with and without keys, are separate requests', async () => {
    const payment = await captured()
    for (let i = 0; i < 5; i++) {
      const answer = await (i % 2 ? keyed(payment, newKey()) : refund(payment))
      expect([answer.status, isReplay(answer)]).toEqual([200, false])
    }
    expect(await refundsAtProcessor(payment)).toEqual(Array(5).fill(1_000))
  })
})
