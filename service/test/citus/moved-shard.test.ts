import { expect, it } from 'vitest'
import { openDb } from '../../src/db/db.ts'
import type { MerchantId } from '../../src/ids.ts'
import { feeEntry } from '../../src/ledger/entries.ts'
import { writeChange } from '../../src/payments/change.sql.ts'
import { findPayment } from '../../src/payments/payments.sql.ts'
import { usePaying } from '../support/paying.ts'

const paying = usePaying({ role: 'all' })

/** A shard that is moved leaves row locks behind, so that two can hold the lock of one payment. */
it('what was worked out for a payment that has changed since is not written, lock or no lock', async () => {
  const { body } = await paying.create()
  const db = openDb(paying.databaseUrl)
  const merchantId = paying.merchant.merchantId as MerchantId
  const payment = await findPayment(db, merchantId, body.svcPaymentId)
  if (!payment) throw new Error('no payment')
  const change = { payment, source: 'evt_1', at: new Date() }
  await db.begin(tx => writeChange(tx, change))
  const entries = [feeEntry('fee_refund', payment.version, -20)]
  await expect(db.begin(tx => writeChange(tx, { ...change, entries }))).rejects.toMatchObject({
    code: '40001',
  })
  expect(await db`select fact from ledger_entries where merchant_id = ${merchantId}`).toHaveLength(0)
  expect((await findPayment(db, merchantId, payment.paymentId))?.version).toBe(payment.version + 1)
  await db.end()
})
