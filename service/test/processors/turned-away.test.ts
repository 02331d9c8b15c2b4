import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProcessors } from '../../src/processors/registry.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { newKey, usePaying } from '../support/paying.ts'

const timeoutMs = 2000
const paying = usePaying({ role: 'all', processorLimits: { timeoutMs }, webhooks: true })
const patient = usePaying({ role: 'all' })

beforeEach(async () => {
  // Each test has an account of its own, whose limit is not learned yet.
  for (const one of [paying, patient]) one.merchant = await one.addMerchant()
})
afterEach(async () => {
  for (const one of [paying, patient]) await one.clearFaults()
})

const always = (operation: string) => ({ operation, kind: 'error', status: 429, count: 1_000_000 })
const onAccount = () => ({ stripeAccount: patient.merchant.accountId })

async function turnAwayEveryThird(operation: string, calls: number): Promise<void> {
  for (let i = 0; i < calls / 3; i++) {
    await patient.control('/faults', { operation, kind: 'error', status: 429, skip: 2 })
  }
}

describe('a burst of calls turned away costs time, not payments', () => {
  it('every one of 30 concurrent creates succeeds, once', async () => {
    await turnAwayEveryThird('payment_intents.create', 30)
    const orders = Array.from({ length: 30 }, () => newKey())
    const answers = await Promise.all(orders.map(orderRef => patient.create({ orderRef })))
    expect(answers.map(answer => answer.status)).toEqual(orders.map(() => 200))
    const { data } = await patient.stripe.paymentIntents.list({ limit: 100 }, onAccount())
    expect(data.map(intent => intent.metadata.orderRef).sort()).toEqual(orders.sort())
  })

  it('every one of ten concurrent refunds of a payment succeeds, once, and the last cent is returned', async () => {
    const { id, intentId } = await patient.pay({ amountCents: 1000 })
    // No webhook told the service that it was paid, so it has to ask.
    await patient.post(`/payments/${id}/capture`)
    await turnAwayEveryThird('refunds.create', 10)
    const refunds = Array.from({ length: 10 }, () =>
      patient.post(`/payments/${id}/refund`, { amountCents: 100 }, { 'idempotency-key': newKey() }),
    )
    expect((await Promise.all(refunds)).map(answer => answer.status)).toEqual(Array(10).fill(200))
    expect((await patient.get(`/payments/${id}`)).body.status).toBe('refunded')
    const { data } = await patient.stripe.refunds.list({ payment_intent: intentId }, onAccount())
    expect(data).toHaveLength(10)
  })

  it('and is counted', async () => {
    await patient.control('/faults', { operation: 'payment_intents.create', kind: 'error', status: 429 })
    expect((await patient.create()).status).toBe(200)
    const { text } = await patient.service.call('GET', '/metrics', { operator: true })
    const metric = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? 0)
    expect(
      metric('svcpay_processor_turned_away_total\\{priority="request",outcome="retried"\\}'),
    ).toBeGreaterThan(0)
    expect(metric('svcpay_processor_wait_seconds_sum\\{priority="request"\\}')).toBeGreaterThan(0)
  })
})

describe('calls that are turned away to the end', () => {
  it('answer 503 with Retry-After within the deadline; key and reservation are free', async () => {
    const { id } = await paying.pay({ amountCents: 1000 })
    const headers = { 'idempotency-key': newKey() }
    const refund = (amountCents: number) => paying.post(`/payments/${id}/refund`, { amountCents }, headers)
    await paying.control('/faults', always('refunds.create'))
    const start = performance.now()
    const refused = await refund(400)
    expect(performance.now() - start).toBeLessThan(10_000)
    expectProblem(refused, 'unavailable')
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]/)
    await paying.clearFaults()
    expect((await refund(1000)).body.status).toBe('refunded')
  })

  it('leave an operation that was asked before unknown', async () => {
    const key = newKey()
    await paying.control('/faults', { operation: 'payment_intents.create', kind: 'lost' })
    expectProblem(await paying.create({}, key), 'outcome_unknown')
    // The recovery job may be working on it at that moment.
    const retry = () =>
      vi.waitUntil(async () => {
        const answer = await paying.create({}, key)
        return answer.status !== 409 && answer
      }, 30_000)
    await paying.control('/faults', always('payment_intents.create'))
    expectProblem(await retry(), 'outcome_unknown')
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
    await paying.control('/faults', always('accounts.retrieve'))
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
    await paying.clearFaults()
    await expect.poll(outcomes).toEqual(['applied'])
  })

  it('are 503 wherever the processor is asked', async () => {
    await paying.control('/faults', always('*'))
    const url = 'https://shop.example/'
    const place = { displayName: 'Corner', line1: '1', city: 'Springfield', state: 'IL', postalCode: '62701' }
    const answers = await Promise.all([
      paying.create(),
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
    await paying.control('/faults', always('accounts.create'))
    expectProblem(await create('US'), 'unavailable')
    await paying.clearFaults()
    expect((await create('DE')).status).toBe(200)
  })
})

it('a job waits while requests go on', async () => {
  const processors = createProcessors(patient.service.config)
  const [forRequests, forJobs] = [processors.forRequests(), processors.forJobs]
  const read = async (processors: typeof forJobs, id: string) =>
    (await processors.get('sandbox')?.readPayment(patient.merchant.accountId, id))?.kind
  const { intentId } = await patient.pay({ captureMethod: 'manual' })
  await patient.control('/faults', { operation: 'payment_intents.retrieve', kind: 'error', status: 429 })
  expect(await read(forRequests, intentId)).toBe('done')
  const ended: string[] = []
  const noted = async (who: string, reading: Promise<unknown>) => {
    expect(await reading).toBe('done')
    ended.push(who)
  }
  await Promise.all([
    noted('request', read(forRequests, intentId)),
    noted('job', read(forJobs, intentId)),
    noted('request', read(forRequests, intentId)),
  ])
  expect(ended).toEqual(['request', 'request', 'job'])
})
