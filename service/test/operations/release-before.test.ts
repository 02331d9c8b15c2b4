import { pino } from 'pino'
import { expect, it } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { recoverOperations } from '../../src/jobs/recover-operations.ts'
import { keepLeases } from '../../src/operations/leases.ts'
import { createProcessors } from '../../src/processors/registry.ts'
import { underKey } from '../support/leases.ts'
import { newKey, usePaying } from '../support/paying.ts'

/** An instance of the release before knows leases as columns of operations. */
const paying = usePaying()

/** As if that instance had started it. */
async function handOver(key: string, leaseUntil: string): Promise<void> {
  const { db } = paying.service
  await db`delete from open_operations where ${underKey(db, key)}`
  await db`
    update operations set lease_id = 'another', lease_until = ${leaseUntil}::timestamptz, resumes = 2
    where idempotency_key = ${key}`
}

async function recover(): Promise<void> {
  const { db, config } = paying.service
  const processors = createProcessors(config, { timeoutMs: 2000 }).forJobs
  const { encryptionKeys } = config
  const deps = { db, clock: systemClock, encryptionKeys, leases: keepLeases(db), processors }
  await recoverOperations(deps, pino({ level: 'silent' })).run()
}

async function lost(operation: string, call: (key: string) => Promise<{ status: number }>): Promise<string> {
  const key = newKey()
  await paying.control('/faults', { operation, kind: 'lost' })
  expect((await call(key)).status).toBe(504)
  return key
}

const stateOf = async (key: string) => {
  const [row] = await paying.service.db`select state, lease_id from operations where idempotency_key = ${key}`
  return row
}

it('an operation that an instance of the release before left is recovered once its lease has ended', async () => {
  const create = (key: string) => paying.create({}, key)
  const key = await lost('payment_intents.create', create)
  await handOver(key, new Date(Date.now() + 60_000).toISOString())
  expect((await create(key)).body.title).toBe('In progress')
  await recover()
  expect(await stateOf(key)).toEqual({ state: 'started', leaseId: 'another' })
  await handOver(key, new Date(Date.now() - 1000).toISOString())
  expect((await create(key)).body.title).toBe('In progress')
  await recover()
  expect(await stateOf(key)).toEqual({ state: 'done', leaseId: null })
  expect((await create(key)).headers.get('idempotent-replayed')).toBe('true')
})

it('an operation that the release before has asked for is asked for again under its key, with its metadata', async () => {
  const key = newKey()
  const { db } = paying.service
  await paying.control('/faults', { operation: 'payment_intents.create', kind: 'reset' })
  expect((await paying.create({ orderRef: key }, key)).status).toBe(504)
  const [row] = await db`
    update operations set intent = intent - 'callKey' where idempotency_key = ${key} returning operation_id`
  const { body } = await paying.create({ orderRef: key }, key)
  const { metadata } = await paying.stripe.paymentIntents.retrieve(body.processorPaymentIntentId, undefined, {
    stripeAccount: paying.merchant.accountId,
  })
  expect(metadata).toEqual({ svcPaymentId: body.svcPaymentId, orderRef: key })
  const { data } = (await paying.control('/requests')) as { data: { idempotencyKey: string | null }[] }
  expect(data.filter(call => call.idempotencyKey === `${row?.operationId}-1`)).toHaveLength(1)
})

it('a capture that an instance of the release before has under way stands in the way of a cancel', async () => {
  const { id } = await paying.pay({ captureMethod: 'manual' })
  await paying.post(`/payments/${id}/refund`)
  const act = (kind: string) => (key: string) =>
    paying.post(`/payments/${id}/${kind}`, {}, { 'idempotency-key': key })
  const key = await lost('payment_intents.capture', act('capture'))
  await handOver(key, new Date(Date.now() + 60_000).toISOString())
  expect((await act('cancel')(newKey())).body.title).toBe('In progress')
})

it('an instance of the release before takes an operation of this one for one in progress', async () => {
  const key = await lost('payment_intents.create', key => paying.create({}, key))
  const { db } = paying.service
  // how it found and took what nobody worked on
  const taken = await db`
    update operations set lease_id = 'another', lease_until = now()
    where idempotency_key = ${key} and state = 'started' and lease_until <= statement_timestamp() returning 1`
  expect(taken).toHaveLength(0)
})
