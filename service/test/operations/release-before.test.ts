import postgres from 'postgres'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import { databaseForThisTest } from '../support/database.ts'

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
