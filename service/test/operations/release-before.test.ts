import postgres from 'postgres'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import { databaseForThisTest } from '../support/database.ts'
import { newKey, usePaying } from '../support/paying.ts'

const paying = usePaying()

it('an operation that 0.1.0 left open, with its lease in a column, can be recovered after the upgrade', async () => {
  const url = await databaseForThisTest('empty')
  await migrate(url, 52)
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  onTestFinished(() => sql.end())
  const [merchantId, operationId, paymentId] = ['mer', 'op', 'svcpay'].map(
    kind => `${kind}_${'0'.repeat(26)}`,
  )
  const endedAt = new Date(Date.now() - 60_000)
  const left = {
    merchant_id: merchantId,
    operation_id: operationId,
    kind: 'refund',
    payment_id: paymentId,
    resumes: 2,
  }
  await sql`
    insert into operations ${sql({ ...left, request_digest: Buffer.alloc(32), intent: {}, state: 'started', lease_id: 'its own', lease_until: endedAt, created_at: endedAt })}`
  await migrate(url)
  expect(await sql`select * from open_operations`).toMatchObject([
    { ...left, lease_until: endedAt, recover_at: endedAt, created_at: endedAt },
  ])
  expect(await sql`select state, lease_id, lease_until from operations`).toMatchObject([
    { state: 'started', lease_id: null, lease_until: null },
  ])
})

it('an operation that 0.1.0 sent is sent again under its key, with its metadata', async () => {
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
