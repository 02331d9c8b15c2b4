import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { createProcessors } from '../../src/processors/registry.ts'
import { useElapsedTime } from '../support/elapsed-time.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { type Answer, patientWithProcessor } from '../support/service.ts'

const time = useElapsedTime()
const paying = usePaying({ role: 'all', webhooks: true, clock: systemClock })

beforeEach(async () => {
  // Each test has its own account, whose limit is not learned yet.
  paying.merchant = await paying.addMerchant()
})
afterEach(async () => {
  time.run()
  await paying.clearFaults()
})

const onAccount = () => ({ stripeAccount: paying.merchant.accountId })

async function turnAway(operation: string): Promise<void> {
  await paying.control('/faults', { operation, kind: 'error', status: 429, count: 1_000_000 })
}

/** Turns calls away until their deadline, which comes soon because time runs fast. */
async function turnAwayToTheEnd(operation: string): Promise<void> {
  await turnAway(operation)
  time.fly()
}

async function metric(name: string): Promise<number> {
  const { text } = await paying.service.call('GET', '/metrics', { operator: true })
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? 0)
}

const timesRetried = () =>
  metric('svcpay_processor_turned_away_total\\{priority="request",outcome="retried"\\}')

/** Repeats a call while the recovery job works on it: on a busy machine, a request can lose its lease. */
async function whenFree(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer.body.code !== 'in_progress') return answer
  }
}

async function turnAwayEveryThird(operation: string, calls: number): Promise<void> {
  for (let i = 0; i < calls / 3; i++) {
    await paying.control('/faults', { operation, kind: 'error', status: 429, skip: 2 })
  }
}

describe('a burst of calls turned away costs time, not payments', () => {
  it('every one of 30 concurrent creates succeeds, once', async () => {
    await turnAwayEveryThird('payment_intents.create', 30)
    const orders = Array.from({ length: 30 }, () => newKey())
    const answers = await Promise.all(orders.map(orderRef => paying.create({ orderRef })))
    expect(answers.map(answer => answer.status)).toEqual(orders.map(() => 200))
    const { data } = await paying.stripe.paymentIntents.list({ limit: 100 }, onAccount())
    expect(data.map(intent => intent.metadata.orderRef).sort()).toEqual(orders.sort())
  })

  it('every one of ten concurrent refunds of a payment succeeds, once, and the last cent is returned', async () => {
    const { id, intentId } = await paying.pay({ amountCents: 1000 })
    await turnAwayEveryThird('refunds.create', 10)
    const refunds = Array.from({ length: 10 }, () => {
      const headers = { 'idempotency-key': newKey() }
      return whenFree(() => paying.post(`/payments/${id}/refund`, { amountCents: 100 }, headers))
    })
    expect((await Promise.all(refunds)).map(answer => answer.status)).toEqual(Array(10).fill(200))
    expect((await paying.get(`/payments/${id}`)).body.status).toBe('refunded')
    const { data } = await paying.stripe.refunds.list({ payment_intent: intentId }, onAccount())
    expect(data).toHaveLength(10)
  })

  it('and is counted', async () => {
    await paying.control('/faults', { operation: 'payment_intents.create', kind: 'error', status: 429 })
    expect((await paying.create()).status).toBe(200)
    expect(await timesRetried()).toBeGreaterThan(0)
    expect(await metric('svcpay_processor_wait_seconds_sum\\{priority="request"\\}')).toBeGreaterThan(0)
  })
})

describe('calls that are turned away until their deadline', () => {
  it('answer 503 with Retry-After within the deadline; key and reservation are free', async () => {
    const { id } = await paying.pay({ amountCents: 1000 })
    const headers = { 'idempotency-key': newKey() }
    const refund = (amountCents: number) => paying.post(`/payments/${id}/refund`, { amountCents }, headers)
    await turnAway('refunds.create')
    // Time passes only between tries, so that the machine's own time does not count.
    time.stop()
    const start = performance.now()
    let refused: Answer | undefined
    const asking = refund(400).then(answer => {
      refused = answer
    })
    for (let tries = await timesRetried(); !refused; tries = await timesRetried()) {
      await expect.poll(async () => refused !== undefined || (await timesRetried()) > tries).toBe(true)
      if (!refused) time.advance(patientWithProcessor.timeoutMs / 5)
      expect(performance.now() - start).toBeLessThan(patientWithProcessor.timeoutMs)
    }
    await asking
    time.run()
    expectProblem(refused, 'unavailable')
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]/)
    await paying.clearFaults()
    expect((await refund(1000)).body.status).toBe('refunded')
  })

  it('leave an operation that was tried before unknown', async () => {
    const key = newKey()
    await paying.control('/faults', { operation: 'payment_intents.create', kind: 'lost' })
    expectProblem(await paying.create({}, key), 'outcome_unknown')
    const retry = () => whenFree(() => paying.create({}, key))
    await turnAwayToTheEnd('payment_intents.create')
    expectProblem(await retry(), 'outcome_unknown')
    time.run()
    await paying.clearFaults()
    expect((await retry()).status).toBe(200)
    const { data } = await paying.stripe.paymentIntents.list(
      { limit: 100 },
      { stripeAccount: paying.merchant.accountId },
    )
    expect(data).toHaveLength(1)
  })

  it('leave events about an account waiting until it can be read', async () => {
    const { accountId } = paying.merchant
    await turnAwayToTheEnd('accounts.retrieve')
    await paying.control(`/accounts/${accountId}`, {
      payouts_enabled: false,
      currently_due: ['external_account'],
    })
    const outcomes = async () => {
      const events = await paying.service.db`
        select outcome from events where account_id = ${accountId} and type = 'account.updated'`
      return events.map(event => event.outcome)
    }
    await expect.poll(outcomes).toEqual(['waiting'])
    time.run()
    await paying.clearFaults()
    await expect.poll(outcomes).toEqual(['applied'])
  })

  it('are 503 wherever the processor is asked', async () => {
    const { id } = await paying.pay({ captureMethod: 'manual' })
    await turnAwayToTheEnd('*')
    const url = 'https://shop.example/'
    const place = { displayName: 'Corner', line1: '1', city: 'Springfield', state: 'IL', postalCode: '62701' }
    const answers = await Promise.all([
      paying.create(),
      paying.post(`/payments/${id}/capture`),
      paying.post('/terminal/connection-token'),
      paying.post('/terminal/locations', place, { 'idempotency-key': newKey() }),
      paying.get('/terminal/readers'),
      paying.post('/onboarding/refresh'),
      paying.post('/onboarding/link', { returnUrl: url, refreshUrl: url }),
    ])
    for (const answer of answers) expectProblem(answer, 'unavailable')
  })

  it('are 503 for a new account, whose key is free again', async () => {
    const { apiKey: key } = await paying.service.createMerchant()
    const headers = { 'idempotency-key': newKey() }
    const create = (country: string) =>
      paying.service.call('POST', '/v1/onboarding/account', { key, headers, body: { country } })
    await turnAwayToTheEnd('accounts.create')
    expectProblem(await create('US'), 'unavailable')
    time.run()
    await paying.clearFaults()
    expect((await create('DE')).status).toBe(200)
  })
})

it('a job waits while requests continue', async () => {
  const processors = createProcessors(paying.service.config, patientWithProcessor)
  const [forRequests, forJobs] = [processors.forRequests(), processors.forJobs]
  const read = async (processors: typeof forJobs, id: string) =>
    (await processors.get('sandbox')?.readPayment(paying.merchant.accountId, id))?.kind
  const { intentId } = await paying.pay({ captureMethod: 'manual' })
  await paying.control('/faults', { operation: 'payment_intents.retrieve', kind: 'error', status: 429 })
  expect(await read(forRequests, intentId)).toBe('done')
  time.stop()
  let hasHadTurn = false
  const request = read(forRequests, intentId)
  const job = read(forJobs, intentId).finally(() => {
    hasHadTurn = true
  })
  // if the job had booked a turn, the second request would come after it
  expect(await Promise.all([request, read(forRequests, intentId)])).toEqual(['done', 'done'])
  expect(hasHadTurn).toBe(false)
  time.run()
  expect(await job).toBe('done')
})
