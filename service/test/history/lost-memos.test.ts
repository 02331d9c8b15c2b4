import { afterEach, beforeEach, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { systemClock } from '../../src/clock.ts'
import type { MerchantId, PaymentId } from '../../src/ids.ts'
import { recordAccount } from '../../src/merchants/accounts.sql.ts'
import { keepLeases } from '../../src/operations/leases.ts'
import { callKeyOf, digestOf } from '../../src/operations/operation.ts'
import { createPayment } from '../../src/payments/create.ts'
import { completeHistory } from '../support/history.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { backUp } from '../support/restore.ts'
import { testSeals } from '../support/secrets.ts'

/** Calls whose memo at the processor is damaged, from another release, or not trustworthy. */
let ahead = 0
const clock = { ...systemClock, now: () => new Date(Date.now() + ahead) }
const paying = usePaying({ clock })

let original: typeof paying.service
beforeEach(() => {
  original = paying.service
})
afterEach(async () => {
  paying.service = original
  await paying.clearFaults()
})

const onAccount = () => ({ stripeAccount: paying.merchant.accountId })
const refundsOf = async (intentId: string) =>
  (await paying.stripe.refunds.list({ payment_intent: intentId }, onAccount())).data
const intentsOf = async (orderRef: string) =>
  (await paying.stripe.paymentIntents.list({ limit: 100 }, onAccount())).data.filter(
    intent => intent.metadata.orderRef === orderRef,
  )
async function later(seconds: number) {
  await paying.control('/clock', { advance_seconds: seconds })
  ahead += seconds * 1000
}
const aDay = 30 * 3600

it('a create with a damaged memo conflicts with its retry, even once history is complete again', async () => {
  const restore = await backUp(paying)
  const key = newKey()
  const create = () => paying.create({ orderRef: key }, key)
  const { body } = await create()
  const spoiled = { metadata: { svcDigest: 'spoiled' } }
  await paying.stripe.paymentIntents.update(body.processorPaymentIntentId, spoiled, onAccount())
  const { db } = await restore()
  expect((await create()).body.code).toBe('idempotency_conflict')
  await db`delete from incomplete_histories`
  await later(aDay)
  await waitFor(async () => expect((await create()).body.code).toBe('idempotency_conflict'))
  expect(await intentsOf(key)).toHaveLength(1)
})

it('a refund with a damaged memo is not made again', async () => {
  const { id, intentId } = await paying.pay({ amountCents: 1000 })
  const restore = await backUp(paying)
  const headers = { 'idempotency-key': newKey() }
  const refund = () => paying.post(`/payments/${id}/refund`, { amountCents: 400 }, headers)
  expect((await refund()).status).toBe(200)
  const [made] = await refundsOf(intentId)
  await paying.stripe.refunds.update(made?.id ?? '', { metadata: { svcDigest: 'spoiled' } }, onAccount())
  await restore()
  await later(aDay)
  const again = await refund()
  expect([again.status, again.body.detail]).toEqual([409, 'This refund has already been made.'])
  expect(await refundsOf(intentId)).toHaveLength(1)
})

it('a refund that the previous release made under another id is found by its key', async () => {
  const { id, intentId } = await paying.pay({ amountCents: 1000 })
  const key = newKey()
  const body = { amountCents: 400 }
  const refund = () => paying.post(`/payments/${id}/refund`, body, { 'idempotency-key': key })
  await paying.control('/faults', { operation: 'refunds.create', kind: 'reset', count: 2 })
  expect((await refund()).status).toBe(504)
  const [operation] = await paying.service.db`
    select intent ->> 'callKey' as call_key, request_digest from operations where idempotency_key = ${key}`
  // the previous release had an id for each attempt
  const svcRefundId = 'svcrf_01h455vb4pex5vsknk084sn02q'
  const metadata = {
    svcPaymentId: id,
    svcRefundId,
    svcKey: operation?.callKey,
    svcDigest: operation?.requestDigest.toString('base64url'),
    svcSeal: testSeals.make(paying.merchant.accountId, intentId, svcRefundId),
  }
  await paying.stripe.refunds.create({ payment_intent: intentId, amount: 400, metadata }, onAccount())
  await later(120)
  expect((await refund()).body).toMatchObject({ refundedCents: 400 })
  expect(await refundsOf(intentId)).toHaveLength(1)
})

it('the memo of a capture that did not happen does not count as a capture', async () => {
  const { id, intentId } = await paying.pay({ captureMethod: 'manual' })
  const idempotencyKey = newKey()
  const named = { merchantId: paying.merchant.merchantId as MerchantId, idempotencyKey }
  const svcCaptureKey = callKeyOf(named, 'capture', id as PaymentId)
  const svcCaptureDigest = digestOf({ paymentId: id, body: {} }).toString('base64url')
  const metadata = { svcCaptureKey, svcCaptureDigest }
  await paying.stripe.paymentIntents.update(intentId, { metadata }, onAccount())
  const headers = { 'idempotency-key': idempotencyKey }
  const captured = await paying.post(`/payments/${id}/capture`, {}, headers)
  expect(captured.body).toMatchObject({ status: 'succeeded', capturedCents: 5000 })
})

it('a cancel that the processor may have forgotten is not refused before history is complete', async () => {
  const { body } = await paying.create()
  const restore = await backUp(paying)
  const headers = { 'idempotency-key': newKey() }
  const cancel = () => paying.post(`/payments/${body.svcPaymentId}/cancel`, {}, headers)
  expect((await cancel()).status).toBe(200)
  await restore()
  await later(aDay)
  const unsure = await cancel()
  expect([unsure.status, unsure.headers.get('retry-after')]).toEqual([503, expect.any(String)])
  const worker = await paying.startAnother({
    role: 'worker',
    env: { DATABASE_URL: paying.service.config.databaseUrl },
  })
  await waitFor(async () => expect((await cancel()).status).toBe(200))
  await worker.stop()
})

it('a merchant with an account at a processor that is not configured here gets 503', async () => {
  const restore = await backUp(paying)
  const { db } = await restore()
  const merchantId = paying.merchant.merchantId as MerchantId
  const account = {
    accountId: 'acct_elsewhere',
    chargesEnabled: true,
    payoutsEnabled: true,
    detailsSubmitted: true,
    disabledReason: null,
    pastDue: false,
    currentlyDue: [],
  }
  await recordAccount(db, merchantId, 'elsewhere', account, new Date())
  const key = newKey()
  expect((await paying.create({ orderRef: key }, key)).status).toBe(503)
  expect(await intentsOf(key)).toEqual([])
})

it('an operation that a failover lost while it was sent is in progress', async () => {
  const { db, config, processors } = paying.service
  const { merchantId, accountId } = paying.merchant
  const sandbox = processors.get('sandbox')
  if (!sandbox) throw new Error('no sandbox')
  const losing: typeof sandbox = {
    ...sandbox,
    async createPayment(...asked) {
      const outcome = await sandbox.createPayment(...asked)
      await db`delete from open_operations where merchant_id = ${merchantId}`
      await db`delete from operations where merchant_id = ${merchantId} and state = 'started'`
      return outcome
    },
  }
  const { encryptionKeys } = config
  const deps = { db, clock, encryptionKeys, leases: keepLeases(db), history: completeHistory }
  const merchant = {
    merchantId: merchantId as MerchantId,
    fees: { bps: 0, fixedCents: 0 },
    account: { processor: 'sandbox', accountId, disabled: false },
  }
  const named = { idempotencyKey: newKey(), traceId: null }
  const created = createPayment({ ...deps, processors: new Map([['sandbox', losing]]) }, merchant, named, {
    amountCents: 1000,
  })
  await expect(created).rejects.toMatchObject({ code: 'in_progress' })
})
