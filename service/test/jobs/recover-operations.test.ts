import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type Logger, pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { systemClock } from '../../src/clock.ts'
import { completeOperation, recoverOperations } from '../../src/jobs/recover-operations.ts'
import { claimStalled } from '../../src/jobs/stalled-operations.sql.ts'
import { keepLeases } from '../../src/operations/leases.ts'
import type { Step } from '../../src/operations/operation.ts'
import { createProcessors } from '../../src/processors/registry.ts'
import { completeHistory } from '../support/history.ts'
import { endLeases, moveTimes, underKey } from '../support/leases.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { patientWithProcessor } from '../support/service.ts'

/** Without background jobs: each test runs the recovery job itself. */
const paying = usePaying()

beforeEach(() => paying.clearFaults())

/** The recovery job of a separate instance, with its log. */
function anInstance({ timeoutMs = patientWithProcessor.timeoutMs } = {}) {
  const { db, config } = paying.service
  const logged: { msg: string; level: number; operationId: string }[] = []
  const log: Logger = pino({ base: null }, { write: line => logged.push(JSON.parse(line)) })
  const { encryptionKeys } = config
  const processors = createProcessors(config, { timeoutMs }).forJobs
  const deps = {
    db,
    clock: systemClock,
    encryptionKeys,
    leases: keepLeases(db),
    processors,
    history: completeHistory,
  }
  const run = async () => {
    const job = recoverOperations(deps, log)
    await job.run()
    await job.finish?.()
  }
  const runLater = () => endLeases(db).then(run)
  return { logged, deps, run, runLater }
}

const operationOf = async (key: string) => {
  const [row] = await paying.service.db`
    select state, attempt, refusal, operation_id, intent->>'callKey' as call_key from operations
    where idempotency_key = ${key}`
  return row
}
const refund = (id: string, key: string, body: object = { amountCents: 400 }) =>
  paying.post(`/payments/${id}/refund`, body, { 'idempotency-key': key })
const refundsAtProcessor = async (intentId: string) => {
  const onAccount = { stripeAccount: paying.merchant.accountId }
  const { data } = await paying.stripe.refunds.list({ payment_intent: intentId }, onAccount)
  return data.map(({ amount }) => amount)
}
const intentsOf = async (orderRef: string) => {
  const list = await paying.stripe.paymentIntents.list(
    { limit: 100 },
    { stripeAccount: paying.merchant.accountId },
  )
  return list.data.filter(intent => intent.metadata.orderRef === orderRef)
}
const callsWith = async (callKey: string) => {
  const { data } = (await paying.control('/requests')) as { data: { idempotencyKey: string | null }[] }
  return data.filter(call => call.idempotencyKey?.startsWith(callKey)).length
}

async function anUnansweredCreate(fault: object = { kind: 'lost' }) {
  const key = newKey()
  await paying.control('/faults', { operation: 'payment_intents.create', ...fault })
  expect((await paying.create({ orderRef: key }, key)).status).toBe(504)
  return key
}

describe('an operation that no instance is working on', () => {
  it('is finished by the job, and a retry gets the answer it would have had', async () => {
    const key = await anUnansweredCreate()
    const instance = anInstance()
    await instance.runLater()
    expect(instance.logged.map(line => line.msg)).toContain('operation recovered')
    expect(await operationOf(key)).toMatchObject({ state: 'done', attempt: 1 })
    const answer = await paying.create({ orderRef: key }, key)
    expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(await intentsOf(key)).toEqual([
      expect.objectContaining({ id: answer.body.processorPaymentIntentId }),
    ])
  })

  it('is left to its caller at first, and to the holder of its lease while that lasts', async () => {
    const key = await anUnansweredCreate()
    await anInstance().run()
    expect(await operationOf(key)).toMatchObject({ state: 'started' })
    const { db } = paying.service
    await db`update open_operations set lease_until = now() + interval '70 seconds' where ${underKey(db, key)}`
    await anInstance().runLater()
    expect(await operationOf(key)).toMatchObject({ state: 'started' })
    await db`delete from open_operations where ${underKey(db, key)}`
  })

  it('is taken by one of two instances, not by both', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => anUnansweredCreate()))
    await paying.control('/faults', {
      operation: 'payment_intents.create',
      kind: 'latency',
      ms: 200,
      count: 12,
    })
    const [one, other] = [anInstance(), anInstance()]
    await endLeases(paying.service.db)
    await Promise.all([one.run(), other.run()])
    for (const key of keys) {
      const operation = await waitFor(async () => {
        const found = await operationOf(key)
        expect(found).toMatchObject({ state: 'done' })
        return found
      })
      expect(await callsWith(String(operation?.callKey))).toBe(2)
    }
    const finished = [...one.logged, ...other.logged].map(line => line.operationId)
    expect(new Set(finished).size).toBe(finished.length)
  })

  it('answers the caller whose process had paused for too long, once the new holder is done', async () => {
    const key = newKey()
    const { db } = paying.service
    await paying.hold('payment_intents.create')
    const answered = new Promise(resolve => {
      const onStep = (message: unknown) => {
        if ((message as { step: Step }).step !== 'answered') return
        unsubscribe('svcpay:operation', onStep)
        resolve(message)
      }
      subscribe('svcpay:operation', onStep)
    })
    const first = paying.create({ orderRef: key }, key)
    await waitFor(async () => expect(await operationOf(key)).toMatchObject({ state: 'started' }))
    await moveTimes(db, -3_600_000, underKey(db, key))
    const { claimed } = await claimStalled(db, { limit: 10, perMerchant: 10, except: [] })
    const operation = claimed.find(({ arguments: args }) => 'orderRef' in args && args.orderRef === key)
    if (!operation) throw new Error('not claimed')
    await paying.clearFaults()
    await answered
    const { body } = await completeOperation(anInstance().deps, operation)
    const answer = await first
    expect([answer.status, answer.body]).toEqual([200, JSON.parse(body)])
    expect(await intentsOf(key)).toHaveLength(1)
  })

  it('stays open if the outcome is unknown again, and is tried again', async () => {
    const key = await anUnansweredCreate({ kind: 'reset', count: 2 })
    await anInstance().runLater()
    expect(await operationOf(key)).toMatchObject({ state: 'started', attempt: 1 })
    const conflict = await paying.create({ orderRef: key, amountCents: 6000 }, key)
    expect([conflict.status, conflict.body.title]).toEqual([409, 'Idempotency conflict'])
    await anInstance().runLater()
    expect(await operationOf(key)).toMatchObject({ state: 'done', attempt: 1 })
    expect(await intentsOf(key)).toHaveLength(1)
  })

  it('is retried less and less often while its outcome stays unknown, down to every ten minutes', async () => {
    const key = await anUnansweredCreate({ kind: 'reset', count: 2 })
    const { db } = paying.service
    const pauseAfter = async (resumes: number) => {
      await db`update open_operations set resumes = ${resumes}, recover_at = now() where ${underKey(db, key)}`
      await paying.control('/faults', { operation: 'payment_intents.create', kind: 'reset' })
      await anInstance().run()
      await anInstance().run()
      const [row] = await db<{ seconds: number; resumes: number }[]>`
        select extract(epoch from recover_at - lease_until)::float8 as seconds, resumes from open_operations
        where ${underKey(db, key)}`
      return [row?.seconds, row?.resumes]
    }
    expect(await pauseAfter(0)).toEqual([1, 1])
    expect(await pauseAfter(4)).toEqual([16, 5])
    expect(await pauseAfter(40)).toEqual([600, 41])
    await paying.clearFaults()
    await anInstance().runLater()
    expect(await operationOf(key)).toMatchObject({ state: 'done', attempt: 1 })
  })

  it('is tried again within seconds after another got its outcome, however rarely it was tried before', async () => {
    const keys = [await anUnansweredCreate(), await anUnansweredCreate()] as const
    const { db } = paying.service
    await db`update open_operations set resumes = 12, recover_at = now() + interval '10 minutes'`
    await db`update open_operations set recover_at = now() where ${underKey(db, keys[0])}`
    const instance = anInstance()
    const state = async () => {
      await instance.run()
      return (await operationOf(keys[1]))?.state
    }
    await expect.poll(state).toBe('done')
    expect(await operationOf(keys[0])).toMatchObject({ state: 'done' })
  })

  it('is tried again within seconds if a caller without a key waits for it, but not continuously', async () => {
    const { id } = await paying.pay()
    await paying.control('/faults', { operation: 'refunds.create', kind: 'lost' })
    const refundBlindly = () => paying.post(`/payments/${id}/refund`, { amountCents: 400 })
    expect((await refundBlindly()).status).toBe(504)
    const { db } = paying.service
    await db`update open_operations set resumes = 12, recover_at = now() + interval '10 minutes'`
    expect((await refundBlindly()).status).toBe(409)
    const [row] = await db<{ seconds: number }[]>`
      select extract(epoch from recover_at - lease_until)::float8 as seconds from open_operations
      where payment_id = ${id}`
    expect(row?.seconds).toBeGreaterThanOrEqual(2)
    const instance = anInstance()
    const answer = async () => {
      await instance.run()
      return (await refundBlindly()).status
    }
    await expect.poll(answer).toBe(200)
  })

  it('is still resumed by the job if callers retry eagerly', async () => {
    const key = await anUnansweredCreate({ kind: 'reset', count: 26 })
    for (let i = 0; i < 25; i++) expect((await paying.create({ orderRef: key }, key)).status).toBe(504)
    const instance = anInstance()
    const state = async () => {
      await instance.run()
      return (await operationOf(key))?.state
    }
    await expect.poll(state).toBe('done')
  })

  it('is resumed at once if the instance that was retrying it dies, however often it was tried', async () => {
    const key = await anUnansweredCreate({ kind: 'reset', count: 2 })
    const { db } = paying.service
    await endLeases(db)
    await db`update open_operations set resumes = 9 where ${underKey(db, key)}`
    const dying = await claimStalled(db, { limit: 9, perMerchant: 9, except: [] })
    expect(dying.claimed).toHaveLength(1)
    await db`update open_operations set lease_until = now() where ${underKey(db, key)}`
    await anInstance().run()
    await paying.clearFaults()
    await anInstance().run()
    expect(await operationOf(key)).toMatchObject({ state: 'started' })
    await anInstance().runLater()
    expect(await operationOf(key)).toMatchObject({ state: 'done' })
  })

  it('that the processor refuses is recorded as refused, releases its reservation and gets the real state', async () => {
    const { id, intentId } = await paying.pay({ amountCents: 1000 })
    const key = newKey()
    await paying.control('/faults', { operation: 'refunds.create', kind: 'reset' })
    expect((await refund(id, key)).status).toBe(504)
    await paying.stripe.refunds.create(
      { payment_intent: intentId },
      { stripeAccount: paying.merchant.accountId },
    )
    await anInstance().runLater()
    expect(await operationOf(key)).toMatchObject({
      state: 'refused',
      refusal: expect.stringContaining('charge_already_refunded'),
    })
    const states = await paying.service
      .db`select state, amount_cents from refunds where payment_id = ${id} order by state`
    expect([...states]).toEqual([
      { state: 'released', amountCents: 400 },
      { state: 'succeeded', amountCents: 1000 },
    ])
    expect((await paying.get(`/payments/${id}`)).body.status).toBe('refunded')
  })

  it('that hits a bug does not delay the others', async () => {
    const [broken, sound] = [await anUnansweredCreate(), await anUnansweredCreate()]
    await paying.service.db`update operations set intent = '{}' where idempotency_key = ${broken}`
    const instance = anInstance()
    const processors = new Map(instance.deps.processors)
    const sandbox = processors.get('sandbox')
    if (!sandbox) throw new Error('no sandbox')
    processors.set(undefined as unknown as string, {
      ...sandbox,
      createPayment: () => Promise.reject(new TypeError('a bug')),
    })
    const logged: { msg: string; operationId: string }[] = []
    const log = pino({ base: null }, { write: line => logged.push(JSON.parse(line)) })
    await endLeases(paying.service.db)
    await recoverOperations({ ...instance.deps, processors }, log).run()
    expect(await operationOf(sound)).toMatchObject({ state: 'done' })
    const { operationId } = (await operationOf(broken)) ?? {}
    expect(logged).toContainEqual(
      expect.objectContaining({ operationId, msg: 'could not recover an operation' }),
    )
    const { db } = paying.service
    await db`delete from open_operations where ${underKey(db, broken)}`
  })
})

describe('an operation that took effect but got no answer', () => {
  it.each([401, 403])('is not treated as refused if a retry is turned away with %i', async status => {
    const { id, intentId } = await paying.pay({ amountCents: 1000 })
    const key = newKey()
    await paying.control('/faults', { operation: 'refunds.create', kind: 'lost' })
    await paying.control('/faults', { operation: 'refunds.create', kind: 'error', status })
    expect((await refund(id, key)).status).toBe(504)
    expect((await refund(id, key)).status).toBe(504)
    const retried = await refund(id, key)
    expect(retried.body).toMatchObject({ status: 'partially_refunded' })
    expect(await refundsAtProcessor(intentId)).toEqual([400])
  })

  it('is not made twice if the job is turned away', async () => {
    const key = await anUnansweredCreate()
    await paying.control('/faults', {
      operation: 'payment_intents.create',
      kind: 'error',
      status: 429,
      count: 99,
    })
    await anInstance({ timeoutMs: 2000 }).runLater()
    await paying.clearFaults()
    expect(await operationOf(key)).toMatchObject({ state: 'started', attempt: 1 })
    // a last renewal of the first run's lease may still be in progress
    await waitFor(async () => {
      await anInstance().runLater()
      expect(await operationOf(key)).toMatchObject({ state: 'done' })
    })
    expect(await intentsOf(key)).toHaveLength(1)
  })
})

describe('an operation that was turned away at its first try', () => {
  it('is refused: 502, and the key and the reservation are free', async () => {
    const { id, intentId } = await paying.pay({ amountCents: 1000 })
    const key = newKey()
    await paying.control('/faults', { operation: 'refunds.create', kind: 'error', status: 401 })
    expect((await refund(id, key)).status).toBe(502)
    expect((await refund(id, key, { amountCents: 1000 })).status).toBe(200)
    expect(await refundsAtProcessor(intentId)).toEqual([1000])
  })

  it('does not start again during another capture or cancel of the payment', async () => {
    const { id } = await paying.pay({ captureMethod: 'manual' })
    const key = { 'idempotency-key': newKey() }
    await paying.control('/faults', { operation: 'payment_intents.capture', kind: 'error', status: 401 })
    expect((await paying.post(`/payments/${id}/capture`, {}, key)).status).toBe(502)
    await paying.hold('payment_intents.cancel')
    const canceling = paying.post(`/payments/${id}/cancel`)
    await waitFor(async () => {
      const started = await paying.service
        .db`select 1 from operations where payment_id = ${id} and kind = 'cancel'`
      expect(started).toHaveLength(1)
    })
    const beside = await paying.post(`/payments/${id}/capture`, {}, key)
    expect([beside.status, beside.body.title]).toEqual([409, 'In progress'])
    await paying.clearFaults()
    expect((await canceling).body.status).toBe('canceled')
  })
})
